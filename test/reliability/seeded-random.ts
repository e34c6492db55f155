/** Chance that is the same in every run of a test: mulberry32. */
export interface SeededRandom {
  /** A whole number from 0 up to and without `below`. */
  below(below: number): number;
  /** A whole number within both bounds. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;

  function below(limit: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick<Item>(items: readonly Item[]): Item {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
