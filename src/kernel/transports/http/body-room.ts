import { cancelled } from "../../cancel.ts";
import type { Env } from "../../env.ts";
import { KernelError } from "../../errors.ts";

/** Bytes that all bodies share. Who finds too few left waits, first come, first served, and not for ever. */
export interface BodyRoom {
  readonly used: number;
  /** Takes bytes; whoever hangs up leaves the queue. Refuses where none came free in time. */
  take(bytes: number, hungUp: AbortSignal): Promise<void>;
  give(bytes: number): void;
}

interface Waiting {
  readonly bytes: number;
  enter(): void;
}

/** A body larger than the whole room gets all of it. */
export function createBodyRoom(bytesMax: number, waitMs: number, env: Env): BodyRoom {
  const waiting: Waiting[] = [];
  let used = 0;

  const fits = (bytes: number) => used === 0 || used + bytes <= bytesMax;

  function admit(): void {
    for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      used += next.bytes;
      next.enter();
    }
  }

  async function queueUp(bytes: number, hungUp: AbortSignal): Promise<void> {
    const entered = new AbortController();
    const place: Waiting = { bytes, enter: () => entered.abort() };
    waiting.push(place);
    await env.sleep(waitMs, AbortSignal.any([entered.signal, hungUp]));
    if (entered.signal.aborted) return;
    waiting.splice(waiting.indexOf(place), 1);
    // Behind a large one that gave up, smaller ones may fit.
    admit();
    if (hungUp.aborted) throw cancelled();
    throw new KernelError("overloaded", "Too much is being sent to this server at once", {
      retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  return {
    get used() {
      return used;
    },
    async take(bytes, hungUp) {
      if (hungUp.aborted) throw cancelled();
      if (waiting.length > 0 || !fits(bytes)) return queueUp(bytes, hungUp);
      used += bytes;
    },
    give(bytes) {
      used -= bytes;
      admit();
    },
  };
}
