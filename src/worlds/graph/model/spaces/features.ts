import type { Dense, Fingerprint, Sparse } from "./embedding.ts";
import { sequenceFrom } from "./hash.ts";
import { VOCABULARY } from "./keywords.ts";
import { E1, E6 } from "./names.ts";

const MODEL_WIDTH = 384;
const BANDS = 24;
const BAND_BITS = 12;

/** Which numbers of the sentence vector make up each band: fixed, and each in one band only. */
const BAND_PLACES = (() => {
  const next = sequenceFrom(13);
  const places = Array.from({ length: MODEL_WIDTH }, (_, place) => place);
  for (let at = places.length - 1; at > 0; at--) {
    const other = next() % (at + 1);
    [places[at], places[other]] = [places[other] as number, places[at] as number];
  }
  return Array.from({ length: BANDS }, (_, band) => places.slice(band * BAND_BITS, (band + 1) * BAND_BITS));
})();

/** The features that words have: their buckets. */
export function wordFeatures(fingerprint: Fingerprint): number[] {
  return [...(fingerprint.of(E6) as Sparse).indices];
}

/** The features that a meaning has: the signs of the sentence vector, twelve at a time. Near meanings share some of them. */
export function meaningFeatures(fingerprint: Fingerprint): number[] {
  const { values } = fingerprint.of(E1) as Dense;
  return BAND_PLACES.map((places, band) => {
    const code = places.reduce((bits, place) => (bits << 1) | ((values[place] as number) > 0 ? 1 : 0), 0);
    return VOCABULARY + (band << BAND_BITS) + code;
  });
}

/** All that a memory is found by besides its text. */
export function featuresOf(fingerprint: Fingerprint): number[] {
  return [...wordFeatures(fingerprint), ...meaningFeatures(fingerprint)];
}
