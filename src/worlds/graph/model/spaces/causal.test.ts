import { expect, test } from "vitest";
import { causalStrength } from "../ties.ts";
import { embedCausal, rolesOf } from "./causal.ts";
import type { Fingerprint } from "./embedding.ts";

test.each([
  ["the road closed because of the flood", "the flood", "the road closed"],
  ["Because it rained, the road flooded", "it rained", "the road flooded"],
  ["The strike was caused by low wages", "low wages", "The strike was"],
  ["rain → flood", "rain", "flood"],
  ["Weil der Fluss stieg, wurde die Straße gesperrt", "der Fluss stieg", "wurde die Straße gesperrt"],
  ["Die Straße war gesperrt, deshalb kam niemand", "Die Straße war gesperrt,", "kam niemand"],
  ["Le train est en retard à cause de la grève", "la grève", "Le train est en retard"],
  ["El puente se cerró porque llovió", "llovió", "El puente se cerró"],
])("tells what causes what: %s", (sentence, cause, effect) => {
  const roles = rolesOf(sentence);
  expect({ cause: roles?.cause.trim(), effect: roles?.effect.trim() }).toEqual({ cause, effect });
});

test.each(["Ada keeps bees", "the sofa is green", "daheraus und Weilheim", "a provocation"])(
  "says nothing of what names no cause: %s",
  (sentence) => {
    expect(rolesOf(sentence)).toBeUndefined();
  },
);

test("a link runs from what happened to what came of it, in each language", () => {
  const only = (text: string): Fingerprint => ({ of: () => embedCausal(text) });
  for (const [first, second] of [
    ["Heavy rain caused a flood", "The flood led to a closed road"],
    ["Starkregen verursachte ein Hochwasser", "Hochwasser führte zu gesperrten Straßen"],
    ["La tempête a provoqué une panne", "La fermeture arriva à cause de la panne"],
  ] as const) {
    expect(causalStrength(only(first), only(second))).toBeGreaterThan(0.3);
    expect(causalStrength(only(first), only(second))).toBeGreaterThan(causalStrength(only(second), only(first)));
  }
});
