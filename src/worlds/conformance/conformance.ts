import type { Client, Event, NewEvent, Scope } from "../../kernel/index.ts";
import { createNoteStore, type NoteStore } from "./store/note-store.ts";

/** What the tools of this world work with, for one call. */
export interface Conformance {
  readonly client: Client;
  readonly notes: NoteStore;
  record(event: NewEvent): Promise<Event>;
  /** Waits, or stops waiting when the caller cancels. */
  pause(ms: number): Promise<void>;
}

export function openConformance({ client, sql, caller, record, env, signal }: Scope): Conformance {
  return {
    client,
    notes: createNoteStore(sql, caller.tenant),
    record,
    pause: (ms) => env.sleep(ms, signal),
  };
}
