import type { Event, Sql } from "../../../kernel/index.ts";
import { NOTE_WRITTEN, NoteWritten, noteId } from "../model/note.ts";
import { createNoteStore } from "../store/note-store.ts";

/** Brings the table up to one more event. */
export async function applyNoteWritten(event: Event, sql: Sql): Promise<void> {
  if (event.kind !== NOTE_WRITTEN) return;
  const { text } = NoteWritten.parse(event.payload);
  await createNoteStore(sql, event.tenant).add(noteId(text), text);
}
