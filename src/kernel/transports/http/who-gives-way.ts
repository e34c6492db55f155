import { KernelError } from "../../errors.ts";

/** Something that stays open for somebody: a session, a stream. */
export interface HeldOpen {
  /** The user it belongs to, or the address where nobody signs in. */
  readonly holder: string;
  readonly lastUsedMs: number;
  /** Whether something is being done for it right now: then it is never taken away. */
  isBusy(): boolean;
  /** How much its client would miss it: what was never used is missed least, what is listened to most. */
  worth(): number;
}

export interface HeldMax {
  readonly each: number;
  readonly all: number;
}

/**
 * Who gives way for one more of this holder: nobody while there is room, else the oldest idle one. Beyond a holder's own
 * share it is one of its own; where all are too many, one of whoever holds most.
 */
export function whoGivesWay<Held extends HeldOpen>(
  held: Iterable<Held>,
  holder: string,
  max: HeldMax,
): Held | undefined {
  const byHolder = new Map<string, Held[]>();
  let count = 0;
  for (const one of held) {
    count += 1;
    const own = byHolder.get(one.holder);
    if (own === undefined) byHolder.set(one.holder, [one]);
    else own.push(one);
  }
  const own = byHolder.get(holder) ?? [];
  if (own.length < max.each && count < max.all) return undefined;
  const most = [...byHolder.values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const [oldest] = (own.length >= max.each ? own : most)
    .filter((one) => !one.isBusy())
    .sort((a, b) => a.worth() - b.worth() || a.lastUsedMs - b.lastUsedMs);
  if (oldest === undefined) throw new KernelError("session_limit", "Too many sessions or streams are open and in use");
  return oldest;
}
