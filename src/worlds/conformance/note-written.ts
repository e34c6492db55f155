import { z } from "zod";
import { type Event, type Sql, sha256 } from "../../kernel/index.ts";
import { createNoteStore } from "./note-store.ts";

export const NOTE_WRITTEN = "note.written";

const Payload = z.object({ text: z.string() });

/** A note is known by its content. */
export function noteId(text: string): string {
  return sha256(text);
}

/** Brings the table up to one more event. */
export async function applyNoteWritten(event: Event, sql: Sql): Promise<void> {
  if (event.kind !== NOTE_WRITTEN) return;
  const { text } = Payload.parse(event.payload);
  await createNoteStore(sql, event.tenant).add(noteId(text), text);
}
