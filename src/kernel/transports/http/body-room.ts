import { cancelled } from "../../cancel.ts";
import type { Env } from "../../env.ts";
import { KernelError } from "../../errors.ts";

/** Bytes that all bodies share. Who finds too few left waits, first come, first served, and not for ever. */
export interface BodyRoom {
  readonly used: number;
  /** Takes bytes; whoever hangs up leaves the queue. Refuses where none came free in time. */
  take(bytes: number, hungUp: AbortSignal, user?: string): Promise<void>;
  give(bytes: number, user?: string): void;
}

interface Waiting {
  readonly bytes: number;
  readonly user: string | undefined;
  enter(): void;
}

/**
 * A body larger than the whole room gets all of it. No user holds more than half, so that there is always room for another;
 * where nobody signs in, all are one.
 */
export function createBodyRoom(bytesMax: number, waitMs: number, env: Env): BodyRoom {
  const waiting: Waiting[] = [];
  let used = 0;

  const held = new Map<string, number>();
  const heldBy = (user: string | undefined) => (user === undefined ? 0 : (held.get(user) ?? 0));
  const fits = (bytes: number) => used === 0 || used + bytes <= bytesMax;
  const fitsUser = (bytes: number, user: string | undefined) =>
    heldBy(user) === 0 || heldBy(user) + bytes <= bytesMax / 2;

  function enter(bytes: number, user: string | undefined): void {
    used += bytes;
    if (user !== undefined) held.set(user, heldBy(user) + bytes);
  }

  /** First come, first served, but nobody waits behind a user who waits for itself. */
  function admit(): void {
    for (let at = 0; at < waiting.length; ) {
      const next = waiting[at] as Waiting;
      if (!fitsUser(next.bytes, next.user)) {
        at += 1;
        continue;
      }
      if (!fits(next.bytes)) return;
      waiting.splice(at, 1);
      enter(next.bytes, next.user);
      next.enter();
    }
  }

  const somebodyIsFirst = () => waiting.some(({ bytes, user }) => fitsUser(bytes, user));

  async function queueUp(bytes: number, hungUp: AbortSignal, user: string | undefined): Promise<void> {
    const entered = new AbortController();
    const place: Waiting = { bytes, user, enter: () => entered.abort() };
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
    async take(bytes, hungUp, user) {
      if (hungUp.aborted) throw cancelled();
      if (somebodyIsFirst() || !fits(bytes) || !fitsUser(bytes, user)) return queueUp(bytes, hungUp, user);
      enter(bytes, user);
    },
    give(bytes, user) {
      used -= bytes;
      if (user !== undefined && heldBy(user) > bytes) held.set(user, heldBy(user) - bytes);
      else if (user !== undefined) held.delete(user);
      admit();
    },
  };
}
