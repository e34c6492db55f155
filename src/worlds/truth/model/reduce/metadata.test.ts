import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../../kernel/index.ts";
import type { RelationshipObservation } from "../relationship.ts";
import { reduceMetadata } from "./metadata.ts";

function observe(
  id: string,
  at: number,
  metadata: JsonObject,
  kind: "store" | "deletion" = "store",
): RelationshipObservation {
  return {
    id,
    kind,
    metadata,
    observed_at: at,
    source_priority: kind === "store" ? 100 : 1000,
    specificity_score: 0.8,
    relationship_id: "PART_OF:ent_a:ent_b",
    relationship_type: "PART_OF",
    origin_source_id: "ent_a",
    origin_target_id: "ent_b",
    source_id: `source of ${id}`,
    declared_at: null,
    accepted_at: at,
    position: 0,
  };
}

test("the newest statement of each key counts, and a null clears", () => {
  const all = [
    observe("a", 1, { role: "owner", since: 2020, note: "x" }),
    observe("b", 2, { role: "tenant", note: null }),
  ];
  expect(reduceMetadata(all)).toEqual({
    metadata: { role: "tenant", since: 2020 },
    provenance: { note: "b", role: "b", since: "a" },
    deleted: false,
  });
});

test("nothing observed is an empty, living relationship", () => {
  expect(reduceMetadata([])).toEqual({ metadata: {}, provenance: {}, deleted: false });
});

test("a deletion keeps what was known for those who ask", () => {
  expect(reduceMetadata([observe("a", 1, { role: "owner" }), observe("b", 2, {}, "deletion")])).toEqual({
    metadata: { role: "owner" },
    provenance: { role: "a" },
    deleted: true,
  });
});

test("stated again after its deletion it lives, without what was said before", () => {
  const all = [observe("a", 1, { role: "owner" }), observe("b", 2, {}, "deletion"), observe("c", 3, { since: 2024 })];
  expect(reduceMetadata(all)).toEqual({ metadata: { since: 2024 }, provenance: { since: "c" }, deleted: false });
});

test("in the same instant the deletion wins", () => {
  expect(reduceMetadata([observe("a", 1, { role: "owner" }), observe("b", 1, {}, "deletion")]).deleted).toBe(true);
});

test("the order of arrival does not matter", () => {
  const observation = fc.record({
    at: fc.nat(3),
    metadata: fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom(1, 2, null)),
    kind: fc.constantFrom<"store" | "deletion">("store", "store", "deletion"),
  });
  const observations = fc
    .array(observation, { maxLength: 8 })
    .map((all) => all.map(({ at, metadata, kind }, index) => observe(`id${index}`, at, metadata, kind)));
  fc.assert(
    fc.property(
      observations.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        expect(reduceMetadata(shuffled)).toEqual(reduceMetadata(all));
      },
    ),
  );
});
