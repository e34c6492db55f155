import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, type Json, type JsonObject } from "../../../../kernel/index.ts";
import type { Folded } from "../entity.ts";
import type { Observation, ObservationKind } from "../observation.ts";
import type { EntitySchema, Policy } from "../schema/types/entity-schema.ts";
import { fold, NOTHING, reduce } from "./fold.ts";

const POLICIES: Readonly<Record<string, Policy>> = {
  highest: { strategy: "highest_priority", tie_breaker: "observed_at" },
  highest_by_priority: { strategy: "highest_priority", tie_breaker: "source_priority" },
  specific: { strategy: "most_specific", tie_breaker: "observed_at" },
  specific_by_priority: { strategy: "most_specific", tie_breaker: "source_priority" },
  latest_by_priority: { strategy: "last_write", tie_breaker: "source_priority" },
  tags: { strategy: "merge_array", tie_breaker: "observed_at" },
};

const SCHEMA: EntitySchema = {
  entity_type: "thing",
  schema_version: "1.0",
  description: "",
  aliases: [],
  fields: {},
  policies: POLICIES,
  open: true,
};

interface Said {
  readonly id: string;
  readonly fields?: JsonObject;
  readonly fragments?: JsonObject;
  readonly at?: number;
  readonly priority?: number;
  readonly specificity?: number;
  readonly kind?: ObservationKind;
}

function observe({
  id,
  fields = {},
  fragments = {},
  at = 0,
  priority = 100,
  specificity = 1,
  kind = "store",
}: Said): Observation {
  return {
    id,
    fields,
    fragments,
    kind,
    observed_at: at,
    source_priority: priority,
    specificity_score: specificity,
    origin_id: "ent_1",
    entity_id: "ent_1",
    entity_type: "thing",
    schema_version: "1.0",
    source_id: `source of ${id}`,
    interpretation_id: null,
    declared_at: null,
    accepted_at: at,
    position: 0,
  };
}

const reduced = (...said: Said[]) => reduce(SCHEMA, said.map(observe));

describe("each strategy", () => {
  test("last_write takes the newest, whatever its priority", () => {
    expect(
      reduced(
        { id: "a", at: 2, fields: { status: "done" } },
        { id: "b", at: 1, priority: 900, fields: { status: "open" } },
      ),
    ).toEqual({ ...NOTHING, snapshot: { status: "done" }, provenance: { status: "a" } });
  });

  test("in the same instant the smaller id wins", () => {
    expect(reduced({ id: "b", fields: { status: 2 } }, { id: "a", fields: { status: 1 } })).toEqual({
      ...NOTHING,
      snapshot: { status: 1 },
      provenance: { status: "a" },
    });
  });

  test("last_write may break ties by priority before id", () => {
    expect(
      reduced(
        { id: "a", fields: { latest_by_priority: 1 } },
        { id: "b", priority: 200, fields: { latest_by_priority: 2 } },
      ),
    ).toEqual({ ...NOTHING, snapshot: { latest_by_priority: 2 }, provenance: { latest_by_priority: "b" } });
  });

  test("highest_priority takes the weightiest, then the newest", () => {
    const older = { id: "a", at: 1, priority: 200, fields: { highest: "a", highest_by_priority: "a" } };
    const newer = { id: "b", at: 2, priority: 200, fields: { highest: "b", highest_by_priority: "b" } };
    const lighter = { id: "c", at: 3, fields: { highest: "c", highest_by_priority: "c" } };
    expect(reduced(older, newer, lighter)).toEqual({
      ...NOTHING,
      snapshot: { highest: "b", highest_by_priority: "b" },
      provenance: { highest: "b", highest_by_priority: "b" },
    });
  });

  test("most_specific takes the most specific, then what its tie breaker says", () => {
    const vague = {
      id: "a",
      at: 9,
      specificity: 0.5,
      priority: 900,
      fields: { specific: "a", specific_by_priority: "a" },
    };
    const old = { id: "b", at: 1, priority: 200, fields: { specific: "b", specific_by_priority: "b" } };
    const young = { id: "c", at: 2, fields: { specific: "c", specific_by_priority: "c" } };
    expect(reduced(vague, old, young)).toEqual({
      ...NOTHING,
      snapshot: { specific: "c", specific_by_priority: "b" },
      provenance: { specific: "c", specific_by_priority: "b" },
    });
  });

  test("merge_array unites the items of the weightiest, without nulls, in canonical order", () => {
    const light = { id: "a", priority: 1, fields: { tags: ["gone"] } };
    const one = { id: "c", fields: { tags: ["b", null, { y: 1, x: 2 }] } };
    const other = { id: "b", fields: { tags: ["a", "b", { x: 2, y: 1 }] } };
    const nothing = { id: "d", priority: 999, fields: { tags: null } };
    expect(reduced(light, one, other, nothing)).toEqual({
      ...NOTHING,
      snapshot: { tags: ["a", "b", { x: 2, y: 1 }] },
      provenance: { tags: "b,c" },
    });
  });

  test("merge_array takes a single value for an array of one", () => {
    expect(reduced({ id: "a", fields: { tags: "x" } }, { id: "b", fields: { tags: ["w"] } })).toEqual({
      ...NOTHING,
      snapshot: { tags: ["w", "x"] },
      provenance: { tags: "a,b" },
    });
  });
});

describe("corrections", () => {
  const fields = ["status", ...Object.keys(POLICIES)];
  const all = (value: Json) => Object.fromEntries(fields.map((field) => [field, value]));

  test.each(fields)("the newest correction wins %s over everything", (field) => {
    const first = { id: "a", at: 5, priority: 1001, kind: "correction" as const, fields: all(["first"]) };
    const second = {
      id: "b",
      at: 6,
      priority: 1000,
      specificity: 0,
      kind: "correction" as const,
      fields: all(["second"]),
    };
    const store = { id: "c", at: 9, priority: 999, fields: all(["stored"]) };
    const folded = reduced(second, store, first);
    expect([folded.snapshot[field], folded.provenance[field]]).toEqual([["second"], "b"]);
  });

  test("a correction to null clears a field and keeps it cleared", () => {
    const cleared = { id: "a", at: 1, priority: 1000, kind: "correction" as const, fields: all(null) };
    expect(reduced({ id: "b", at: 9, fields: all(["x"]) }, cleared)).toEqual({
      ...NOTHING,
      provenance: all("a"),
      fragment_provenance: all("a"),
    });
  });

  test.each([
    ["null", null, {}],
    ["a value", "2024-05-05", { due: "2024-05-05" }],
  ])("a correction to %s overrules fragments of its field, earlier and later ones", (_what, value, snapshot) => {
    const before = { id: "a", at: 1, fragments: { due: "soon", other: 1 } };
    const correction = { id: "b", at: 2, priority: 1000, kind: "correction" as const, fields: { due: value } };
    const after = { id: "c", at: 3, priority: 999, fragments: { due: "next week" } };
    expect(reduced(after, before, correction)).toEqual({
      ...NOTHING,
      snapshot,
      provenance: { due: "b" },
      fragments: { other: 1 },
      fragment_provenance: { due: "b", other: "a" },
    });
  });
});

test("an explicit null competes like any value", () => {
  expect(reduced({ id: "a", at: 1, fields: { status: "open" } }, { id: "b", at: 2, fields: { status: null } })).toEqual(
    {
      ...NOTHING,
      provenance: { status: "b" },
    },
  );
  expect(reduced({ id: "a", at: 3, fields: { status: "open" } }, { id: "b", at: 2, fields: { status: null } })).toEqual(
    {
      ...NOTHING,
      snapshot: { status: "open" },
      provenance: { status: "a" },
    },
  );
});

test("fragments go to the newest, a field's strategy aside", () => {
  expect(
    reduced(
      { id: "a", at: 2, fragments: { highest: 1 } },
      { id: "b", at: 1, priority: 900, fragments: { highest: 2 } },
    ),
  ).toEqual({ ...NOTHING, fragments: { highest: 1 }, fragment_provenance: { highest: "a" } });
});

test("of deletions and restorations the newest counts, and their fields do not", () => {
  const deletion = { id: "a", at: 2, priority: 1000, kind: "deletion" as const, fields: { _deleted: true } };
  const restoration = { id: "b", at: 1, priority: 1001, kind: "restoration" as const };
  expect(reduced(restoration, deletion)).toEqual({ ...NOTHING, deletion: { observation_id: "a", deleted: true } });
  expect(reduced({ ...restoration, at: 2 }, deletion)).toEqual({
    ...NOTHING,
    deletion: { observation_id: "b", deleted: false },
  });
});

test("names that every object inherits are fields like any other", () => {
  const fields = { constructor: "a builder", toString: "text" };
  expect(reduced({ id: "a", fields })).toEqual({
    ...NOTHING,
    snapshot: fields,
    provenance: { constructor: "a", toString: "a" },
  });
});

test("an observation that changes nothing gives back what was there", () => {
  const winner = observe({ id: "a", at: 2, fields: { status: "done", tags: ["x"] }, fragments: { other: 1 } });
  const loser = observe({
    id: "b",
    at: 1,
    priority: 1,
    fields: { status: "open", tags: ["y"] },
    fragments: { other: 2 },
  });
  const folded = reduce(SCHEMA, [winner]);
  expect(fold(SCHEMA, folded, () => winner, loser)).toBe(folded);
  expect(fold(SCHEMA, folded, () => winner, winner)).toBe(folded);
});

describe("the fold is a join", () => {
  const FIELDS = ["status", ...Object.keys(POLICIES)];
  const value = fc.option(
    fc.oneof(fc.integer({ min: 0, max: 3 }), fc.array(fc.constantFrom("x", "y", null), { maxLength: 3 })),
    {
      nil: null,
    },
  );
  const said = fc.record({
    fields: fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 4 }),
    fragments: fc.dictionary(fc.constantFrom("status", "other"), value, { maxKeys: 2 }),
    at: fc.integer({ min: 0, max: 3 }),
    priority: fc.constantFrom(0, 100, 200, 999, 1000, 1001),
    specificity: fc.constantFrom(0.5, 0.8, 1),
    kind: fc.constantFrom<ObservationKind>("store", "store", "store", "correction", "deletion", "restoration"),
  });
  const observations = fc
    .array(said, { maxLength: 12 })
    .map((all) => all.map((one, index) => observe({ ...one, id: `id${index}` })));
  const text = (folded: Folded) => canonicalJson({ ...folded } as unknown as JsonObject);

  test("whatever the order and the repetitions, it gives what the rules give read off all at once", () => {
    fc.assert(
      fc.property(
        observations.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all)),
        ),
        ([all, shuffled, again]) => {
          const byId = new Map(all.map((one) => [one.id, one]));
          const weightOf = (id: string) => byId.get(id) ?? expect.fail(`nobody observed ${id}`);
          const folded = [...shuffled, ...again].reduce((so, next) => fold(SCHEMA, so, weightOf, next), NOTHING);
          expect(text(folded)).toBe(text(naive(all)));
          expect(text(reduce(SCHEMA, [...again, ...shuffled]))).toBe(text(folded));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("any grouping: folding some onto what others came to is folding them all", () => {
    fc.assert(
      fc.property(observations, fc.nat(12), (all, cut) => {
        const byId = new Map(all.map((one) => [one.id, one]));
        const weightOf = (id: string) => byId.get(id) ?? expect.fail(`nobody observed ${id}`);
        const half = reduce(SCHEMA, all.slice(cut));
        const whole = all.slice(0, cut).reduce((so, next) => fold(SCHEMA, so, weightOf, next), half);
        expect(text(whole)).toBe(text(reduce(SCHEMA, all)));
      }),
      { numRuns: 300 },
    );
  });
});

/** The rules once more, written as sorting and filtering over all observations. */
function naive(all: readonly Observation[]): Folded {
  const sorted = [...all].sort((a, b) => b.observed_at - a.observed_at || (a.id < b.id ? -1 : 1));
  const facts = sorted.filter(({ kind }) => kind === "store" || kind === "correction");
  const folded = { snapshot: {}, provenance: {}, fragments: {}, fragment_provenance: {} } as Record<
    string,
    Record<string, Json>
  >;
  const settle = (
    values: string,
    provenance: string,
    part: (one: Observation) => JsonObject,
    policyFor: (field: string) => Policy | undefined,
  ) => {
    for (const field of new Set(facts.flatMap((one) => Object.keys(part(one))))) {
      const [won, ids] = naiveField(
        policyFor(field),
        facts.filter((one) => field in part(one)),
        (one) => part(one)[field] ?? null,
      );
      if (ids !== "") Object.assign(folded[provenance] ?? {}, { [field]: ids });
      if (won !== null) Object.assign(folded[values] ?? {}, { [field]: won });
    }
  };
  const cleared = (one: Observation) =>
    one.source_priority >= 1000 ? Object.fromEntries(Object.keys(one.fields).map((field) => [field, null])) : {};
  settle(
    "snapshot",
    "provenance",
    (one) => one.fields,
    (field) => POLICIES[field],
  );
  settle(
    "fragments",
    "fragment_provenance",
    (one) => ({ ...cleared(one), ...one.fragments }),
    () => undefined,
  );
  const marks = sorted.filter(({ kind }) => kind === "deletion" || kind === "restoration");
  const [last] = marks.sort(
    (a, b) => b.observed_at - a.observed_at || b.source_priority - a.source_priority || (a.id < b.id ? -1 : 1),
  );
  const deletion = last === undefined ? null : { observation_id: last.id, deleted: last.kind === "deletion" };
  return { ...NOTHING, ...folded, deletion };
}

function naiveField(
  policy: Policy | undefined,
  newestFirst: readonly Observation[],
  readValue: (one: Observation) => Json,
): [Json, string] {
  const array = policy?.strategy === "merge_array";
  const corrections = newestFirst.filter((one) => one.source_priority >= 1000);
  const [correction] = corrections;
  if (correction !== undefined) {
    const value = readValue(correction);
    return [array && value !== null ? naiveUnion([value]) : value, correction.id];
  }
  if (array) {
    const given = newestFirst.filter((one) => readValue(one) !== null);
    const most = Math.max(...given.map((one) => one.source_priority));
    const heard = given.filter((one) => one.source_priority === most);
    const ids = heard.map(({ id }) => id).sort();
    return [heard.length === 0 ? null : naiveUnion(heard.map(readValue)), ids.join(",")];
  }
  const ranks = {
    last_write: (one: Observation) => one.observed_at,
    highest_priority: (one: Observation) => one.source_priority,
    most_specific: (one: Observation) => one.specificity_score,
    merge_array: () => 0,
  };
  const rank = ranks[policy?.strategy ?? "last_write"];
  const tie = policy?.tie_breaker === "source_priority" ? (one: Observation) => one.source_priority : () => 0;
  // Sorting is stable: equals stay newest first, and then by id.
  const [winner] = [...newestFirst].sort((a, b) => rank(b) - rank(a) || tie(b) - tie(a));
  return winner === undefined ? [null, ""] : [readValue(winner), winner.id];
}

function naiveUnion(values: readonly Json[]): Json {
  const items = values
    .flatMap((value) => (Array.isArray(value) ? (value as Json[]) : [value]))
    .filter((item) => item !== null);
  return [...new Set(items.map((item) => canonicalJson(item)))].sort().map((item) => JSON.parse(item) as Json);
}
