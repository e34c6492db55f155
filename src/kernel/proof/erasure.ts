import { z } from "zod";
import type { Event } from "../event.ts";

/** The kind of the entry that says what was erased. */
export const ERASED = "log.erased";

const HASH = z.string().regex(/^[0-9a-f]{64}$/);

/** What an erasure says of itself: the receipt. Hashes are salted: none tells what was there. */
export const Erasure = z.object({
  /** What kind of thing was erased. Its id may be part of what is to be forgotten, so it is not kept. */
  target: z.string(),
  entries: z.array(z.object({ seq: z.int(), body_hash: HASH, left_hash: HASH })),
  blobs: z.int(),
});
export type Erasure = z.infer<typeof Erasure>;

/** What is left of an entry, and which entry says so. */
interface Left {
  readonly by: number;
  readonly left_hash: string;
}

export type Erasures = ReadonlyMap<number, Left>;

/** What was erased of a log, by entry; where something was erased twice, the last counts. */
export function erasuresOf(aboutTheLog: readonly Event[]): Erasures {
  const left = new Map<number, Left>();
  for (const { seq: by, kind, payload } of aboutTheLog) {
    const erasure = kind === ERASED ? Erasure.safeParse(payload).data : undefined;
    for (const { seq, left_hash } of erasure?.entries ?? []) left.set(seq, { by, left_hash });
  }
  return left;
}
