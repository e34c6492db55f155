import { cancelled } from "../cancel.ts";

/** A fixed number of places: who finds none waits, first come, first served. */
export interface Places {
  /** Takes a place; one holder may be kept from taking them all. Who no longer wants it leaves the queue at once. */
  take(holder?: string, signal?: AbortSignal): Promise<void>;
  give(holder?: string): void;
}

interface Waiting {
  readonly holder: string;
  enter(): void;
}

/** `eachMost` is how many of the places one holder may have at a time. */
export function createPlaces(count: number, eachMost = count): Places {
  const held = new Map<string, number>();
  const waiting: Waiting[] = [];
  let free = count;

  const heldBy = (holder: string) => held.get(holder) ?? 0;

  function enter(holder: string): void {
    free -= 1;
    held.set(holder, heldBy(holder) + 1);
  }

  return {
    async take(holder = "", signal) {
      if (signal?.aborted) throw cancelled();
      if (free > 0 && heldBy(holder) < eachMost) return enter(holder);
      await new Promise<void>((resolve, reject) => {
        const place: Waiting = { holder, enter: resolve };
        waiting.push(place);
        signal?.addEventListener("abort", () => {
          const at = waiting.indexOf(place);
          if (at === -1) return;
          waiting.splice(at, 1);
          reject(cancelled());
        });
      });
    },
    give(holder = "") {
      free += 1;
      if (heldBy(holder) <= 1) held.delete(holder);
      else held.set(holder, heldBy(holder) - 1);
      const at = waiting.findIndex((next) => heldBy(next.holder) < eachMost);
      const [next] = at === -1 ? [] : waiting.splice(at, 1);
      if (next === undefined) return;
      enter(next.holder);
      next.enter();
    },
  };
}
