import { expect, test } from "vitest";
import { similarity } from "../similarity.ts";
import { type Dense, dense, type Embedding, type Fingerprint, sparseFrom } from "../spaces/embedding.ts";
import { E1, E9, E11, E12, eachSpace, SPACES } from "../spaces/names.ts";
import { pack, unpack } from "../spaces/pack.ts";
import { centreOf } from "./centre.ts";

/** A fingerprint that says one thing in every space, at a place of its own. */
const at = (place: number): Fingerprint => {
  const embeddings = eachSpace((space): Embedding => {
    const { form, dimensions } = SPACES[space] as (typeof SPACES)[number];
    if (form === "tokens") return { kind: "tokens", tokens: [oneAt(place, dimensions)] };
    if (space === E1 || space === E9) return dense(oneAt(place, dimensions));
    return sparseFrom(new Map([[place, 1]]), dimensions);
  });
  return { of: (space) => embeddings[space] as Embedding };
};

function oneAt(place: number, length: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => (index === place ? 1 : 0));
}

test("lies nearer to what weighs more", () => {
  const [one, other] = [at(1), at(2)];
  const centre = centreOf([
    { fingerprint: one, weight: 3 },
    { fingerprint: other, weight: 1 },
  ]);
  for (const space of [E1, E11]) {
    const near = similarity(centre.of(space), one.of(space)) ?? 0;
    expect(near).toBeGreaterThan(similarity(centre.of(space), other.of(space)) ?? 0);
    expect(near).toBeCloseTo(3 / Math.sqrt(10), 6);
  }
  expect((centre.of(E9) as Dense).values).toEqual((one.of(E9) as Dense).values);
  expect(centre.of(E12)).toBe(one.of(E12));
});

test("of one thing alone is that thing, and can be kept like any fingerprint", () => {
  const moment = { createdAt: 0, position: 0, now: 0 };
  const centre = centreOf([{ fingerprint: at(5), weight: 1 }]);
  const kept = unpack(
    pack((space) => centre.of(space)),
    moment,
  );
  for (const space of [E1, E9, E11, E12]) expect(similarity(kept.of(space), at(5).of(space))).toBeCloseTo(1, 6);
});
