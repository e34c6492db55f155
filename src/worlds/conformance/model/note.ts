import { z } from "zod";
import { sha256 } from "../../../kernel/index.ts";

/** The kind of the one event this world records. */
export const NOTE_WRITTEN = "note.written";

/** What that event carries. */
export const NoteWritten = z.object({ text: z.string() });

export interface Note {
  readonly id: string;
  readonly text: string;
  /** How often this text was written. */
  readonly times: number;
}

/** A note is known by its content. */
export function noteId(text: string): string {
  return sha256(text);
}
