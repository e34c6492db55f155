/** A 32-bit hash of a text, another for each seed: FNV-1a over its code units, then mixed so that every bit counts. */
export function hash32(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return mix32(hash);
}

/** Spreads every bit of a number over all the others. */
function mix32(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Numbers that look drawn at random and are the same on every machine: integers below 2^32. */
export function sequenceFrom(seed: number): () => number {
  let state = mix32(seed) || 1;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix32(state);
  };
}
