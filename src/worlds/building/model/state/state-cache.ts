import type { BranchState } from "./branch-state.ts";

/** A branch after one of its events. */
interface KeptState {
  readonly branch: string;
  readonly seq: number;
  readonly eventId: string;
  readonly state: BranchState;
}

/** States that are kept; a large building takes some ten megabytes. */
const STATES_MAX = 12;

/**
 * States of branches by the event they stand after. An event never changes, so what is kept is never stale: whoever asks
 * says the event that its own snapshot ends with.
 */
export class StateCache {
  readonly #kept = new Map<string, KeptState>();

  get(branch: string, eventId: string): BranchState | undefined {
    const found = this.#kept.get(`${branch} ${eventId}`);
    if (found !== undefined) this.#touch(found);
    return found?.state;
  }

  /** The newest of a branch from before an event, to go on from. */
  before(branch: string, seq: number): KeptState | undefined {
    let best: KeptState | undefined;
    for (const kept of this.#kept.values()) {
      if (kept.branch === branch && kept.seq < seq && kept.seq > (best?.seq ?? -1)) best = kept;
    }
    return best;
  }

  set(kept: KeptState): void {
    this.#touch(kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > STATES_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }

  #touch(kept: KeptState): void {
    const key = `${kept.branch} ${kept.eventId}`;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }
}
