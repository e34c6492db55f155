import type { BringOverPoint, WritePoint } from "./write-points.ts";

/** Everything that differs between two runs: time, ids, chance, waiting. Handed in, never taken. */
export interface Env {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of a clock that never jumps; only differences mean anything. */
  monotonicMs(): number;
  /** A new UUIDv7: ids made later sort later, within one process strictly. */
  id(): string;
  randomBytes(length: number): Uint8Array;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Resolves once all that waits now has had its turn: messages, timers, answers. For work that never waits by itself. */
  turn(): Promise<void>;
  /** Called at each named write point; does nothing outside crash tests. */
  reached(point: WritePoint | BringOverPoint): void;
}

const ID_BYTES = 10;

/** Makes UUIDv7 ids from a clock and a source of random bytes; strictly increasing even when the clock stands still. */
export function createIdSource(now: () => number, randomBytes: (length: number) => Uint8Array): () => string {
  let lastMs = 0;
  let counter = 0;
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;
  return () => {
    // Drawn many at a time: a system call for each id would cost more than all the rest.
    if (used + ID_BYTES > pool.length) {
      pool = randomBytes(ID_BYTES * 256);
      used = 0;
    }
    const bytes = pool.subarray(used, used + ID_BYTES);
    used += ID_BYTES;
    const ms = Math.max(now(), lastMs);
    // 12 bits of counter follow the time; an overflow borrows the next millisecond.
    counter = ms === lastMs ? counter + 1 : ((bytes[0] ?? 0) << 3) | ((bytes[1] ?? 0) & 0x7);
    lastMs = ms;
    if (counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
    const time = lastMs.toString(16).padStart(12, "0");
    const tail = Buffer.from(bytes.subarray(2, 10));
    tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
    const rest = tail.toString("hex");
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  };
}
