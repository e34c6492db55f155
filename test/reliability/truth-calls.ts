import fc from "fast-check";
import type { Json, JsonObject } from "../../src/kernel/index.ts";
import { SUBJECTS, standIn, subjectAt } from "./truth-subjects.ts";

/** A call whose entities are named by the numbers of subjects; ids are put in when it is made. */
export type Call =
  | {
      readonly kind: "store";
      readonly key: string;
      readonly rows: readonly { readonly subject: number; readonly values: JsonObject }[];
      readonly at?: number;
      readonly priority?: number;
    }
  | {
      readonly kind: "correct";
      readonly key: string;
      readonly subject: number;
      readonly field: string;
      readonly value: Json;
    }
  | { readonly kind: "link"; readonly edge: Edge; readonly metadata: JsonObject }
  | { readonly kind: "unlink"; readonly edge: Edge }
  | { readonly kind: "merge"; readonly from: number; readonly into: number }
  | { readonly kind: "delete" | "restore"; readonly subject: number };

export interface Edge {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/** Calls that come to the same whatever the order they are made in, if those that came too early are made again. */
export interface CallSet {
  readonly calls: readonly Call[];
  /** Chance for the other order and for who makes which call. */
  readonly seed: number;
  readonly processes: 1 | 2 | 3;
}

/** Refusals of a call that came before what it speaks of: it is made again later. */
export const TOO_EARLY: ReadonlySet<string> = new Set(["ENTITY_NOT_FOUND", "NOT_FOUND", "ENTITY_NOT_DELETED"]);

const EDGE_TYPES = ["PART_OF", "DEPENDS_ON", "SUPERSEDES", "REFERS_TO", "SETTLES"];
const FIRST_TIME = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** Few times and few weights, so that many observations tie. */
const times = fc.integer({ min: 0, max: 5 }).map((day) => FIRST_TIME + day * DAY_MS);
const priorities = fc.constantFrom(undefined, 0, 50, 100, 500, 999);
const subjects = (fits: (subject: (typeof SUBJECTS)[number]) => boolean) =>
  fc.constantFrom(...SUBJECTS.flatMap((subject, index) => (fits(subject) ? [index] : [])));

function row(subject: number): fc.Arbitrary<{ subject: number; values: JsonObject }> {
  const { names, fields, unknown } = subjectAt(subject);
  const values: Record<string, fc.Arbitrary<Json>> = {};
  for (const { name, fitting, unfitting } of fields) {
    values[name] = fc.constantFrom(...fitting, ...fitting, ...(unfitting ?? []));
  }
  for (const field of unknown) values[field.name] = fc.constantFrom(...field.values);
  return fc
    .tuple(fc.constantFrom(...names), fc.record(values, { requiredKeys: [] }))
    .map(([name, rest]) => ({ subject, values: { ...rest, ...name } }));
}

const statedStore = fc.record({
  rows: fc.array(subjects(({ alone }) => !alone).chain(row), { minLength: 1, maxLength: 4 }),
  at: times,
  priority: priorities,
  again: fc.constantFrom("no", "no", "same key", "new key"),
});
const loneStore = row(SUBJECTS.findIndex(({ alone }) => alone));

// Whether a field of a type that nobody has described may be corrected depends on whether it was stated before.
const mayBeCorrected = subjects(
  ({ type, alone, mayEnd, into }) => type !== "gadget" && !alone && !mayEnd && into === undefined,
);
const correction = mayBeCorrected.chain((subject) =>
  fc.constantFrom(...subjectAt(subject).fields).chain(({ name, fitting, rule }) =>
    // What a null means for a list of all values ever given is left to the store's own tests.
    fc.constantFrom(...fitting.filter((value) => value !== null || rule !== "merge_array")).map((value) => ({
      subject,
      field: name,
      value,
    })),
  ),
);

const edge = fc
  .record({
    type: fc.constantFrom(...EDGE_TYPES),
    from: subjects(({ mayEnd }) => !mayEnd),
    to: subjects(({ mayEnd }) => !mayEnd),
    noted: fc.boolean(),
    removed: fc.constantFrom(false, false, true),
  })
  .filter(({ from, to }) => standIn(from) < standIn(to));

/** Random calls of which every order comes to the same: the same field is corrected once, an edge goes only where it was made once. */
export const callSets: fc.Arbitrary<CallSet> = fc
  .record({
    stores: fc.array(statedStore, { minLength: 1, maxLength: 7 }),
    lone: fc.option(loneStore, { nil: undefined }),
    corrections: fc.uniqueArray(correction, { maxLength: 3, selector: ({ subject, field }) => `${subject} ${field}` }),
    edges: fc.uniqueArray(edge, {
      maxLength: 4,
      selector: ({ type, from, to }) => `${type} ${standIn(from)} ${standIn(to)}`,
    }),
    merges: fc.subarray(SUBJECTS.flatMap(({ into }, from) => (into === undefined ? [] : [{ from, into }]))),
    ends: fc.array(fc.record({ subject: subjects(({ mayEnd }) => mayEnd === true), restored: fc.boolean() }), {
      maxLength: 2,
    }),
    seed: fc.nat(),
    processes: fc.constantFrom(1 as const, 2 as const, 3 as const),
  })
  .map(({ stores, lone, corrections, edges, merges, ends, seed, processes }) => {
    const calls: Call[] = [];
    const keepUnknown = tooFewToGrow();
    for (const [index, { rows, at, priority, again }] of stores.entries()) {
      const said = rows.map((one) => keepUnknown(one, again === "no" ? 1 : 2));
      const store = { kind: "store" as const, rows: said, at, ...(priority !== undefined && { priority }) };
      calls.push({ ...store, key: `s${index}` });
      if (again !== "no") calls.push({ ...store, key: again === "same key" ? `s${index}` : `s${index} again` });
    }
    if (lone !== undefined) calls.push({ kind: "store", key: "lone", rows: [keepUnknown(lone, 1)] });
    const stored = new Set(
      calls.flatMap((call) => (call.kind === "store" ? call.rows.map(({ subject }) => subject) : [])),
    );
    for (const { subject, field, value } of corrections) {
      calls.push({ kind: "correct", key: `c ${subject} ${field}`, subject, field, value });
    }
    for (const [index, { noted, removed, ...given }] of edges.entries()) {
      calls.push({ kind: "link", edge: given, metadata: noted ? { [`note${index}`]: index } : {} });
      if (removed) calls.push({ kind: "unlink", edge: given });
    }
    for (const merge of merges) calls.push({ kind: "merge", ...merge });
    for (const subject of new Set(ends.map((end) => end.subject))) {
      calls.push({ kind: "delete", subject });
      if (ends.some((end) => end.subject === subject && end.restored)) calls.push({ kind: "restore", subject });
    }
    return { calls: calls.filter((call) => subjectsOf(call).every((subject) => stored.has(subject))), seed, processes };
  });

/**
 * Leaves unknown fields in as long as they are too few for a schema to grow by them: when it grows depends on what came
 * before, as the contract's rule has it, and so do the rows of those that came earlier.
 */
function tooFewToGrow() {
  const seen = new Map<string, number>();
  return ({ subject, values }: { subject: number; values: JsonObject }, weight: number) => {
    const { type, unknown } = subjectAt(subject);
    const left = Object.entries(values).filter(([name]) => {
      if (!unknown.some((field) => field.name === name)) return true;
      const total = (seen.get(`${type} ${name}`) ?? 0) + weight;
      if (total > 2) return false;
      seen.set(`${type} ${name}`, total);
      return true;
    });
    return { subject, values: Object.fromEntries(left) as JsonObject };
  };
}

function subjectsOf(call: Call): number[] {
  if (call.kind === "store") return [];
  if (call.kind === "link" || call.kind === "unlink") return [call.edge.from, call.edge.to];
  return call.kind === "merge" ? [call.from, call.into] : [call.subject];
}

/** The call as a client makes it, with the ids that the subjects have. */
export function toolCall(call: Call, ids: readonly string[]): { tool: string; args: Record<string, unknown> } {
  const id = (subject: number) => ids[subject];
  switch (call.kind) {
    case "store":
      return {
        tool: "store_structured",
        args: {
          idempotency_key: call.key,
          entities: call.rows.map(({ subject, values }) => ({ entity_type: subjectAt(subject).type, ...values })),
          ...(call.at !== undefined && {
            provenance: { extracted_at: new Date(call.at).toISOString(), extractor_version: "1" },
          }),
          ...(call.priority !== undefined && { source_priority: call.priority }),
        },
      };
    case "correct":
      return {
        tool: "correct",
        args: {
          idempotency_key: call.key,
          entity_id: id(call.subject),
          entity_type: subjectAt(call.subject).type,
          field: call.field,
          value: call.value,
        },
      };
    case "link":
    case "unlink":
      return {
        tool: call.kind === "link" ? "create_relationship" : "delete_relationship",
        args: {
          relationship_type: call.edge.type,
          source_entity_id: id(call.edge.from),
          target_entity_id: id(call.edge.to),
          ...(call.kind === "link" && { metadata: call.metadata }),
        },
      };
    case "merge":
      return { tool: "merge_entities", args: { from_entity_id: id(call.from), to_entity_id: id(call.into) } };
    default:
      return { tool: `${call.kind}_entity`, args: { entity_id: id(call.subject) } };
  }
}
