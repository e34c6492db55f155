import type { Actor, Event } from "./event.ts";

/** The log of the caller's user, for reading: who wrote what when. Entries that were refused are among them. */
export interface Journal {
  /** The place of the last entry; 0 where there is none. */
  head(): Promise<number>;
  at(seq: number): Promise<Event | undefined>;
  withId(id: string): Promise<Event | undefined>;
  /** The oldest first. */
  after(seq: number, limit: number): Promise<Event[]>;
  /** The newest before a place that this actor left and that changed something. */
  lastBy(actor: Actor, before: number): Promise<Event | undefined>;
}
