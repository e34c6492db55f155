/** Whether this is the long run (`npm run test:long`), which goes through all of what every run samples. */
const IS_LONG = process.env.BAILIWICK_TEST_LONG === "yes";

/** How often something is tried: in the long run, and in every other. */
export function times(long: number, short: number): number {
  return IS_LONG ? long : short;
}

/** All of them in the long run; else every so manieth, beginning at a place of its own for each that asks. */
export function sampled<Item>(items: readonly Item[], step: number, from = 0): Item[] {
  return IS_LONG ? [...items] : items.filter((_, index) => (index + from) % step === 0);
}
