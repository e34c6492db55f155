/** Draws between 0 and 1, the same for the same seed: what chance there is can be played again. */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: small, and even enough for walks and draws.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
