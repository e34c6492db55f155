import type { Json, JsonObject } from "../../src/kernel/index.ts";
import type { Call } from "./truth-calls.ts";
import { type Rule, type Subject, subjectAt } from "./truth-subjects.ts";

// The contract's reducer, written again from its text and in the plainest way: every question sorts everything anew.

/** A call that was accepted, when, and what it answered. */
export interface Accepted {
  readonly call: Call;
  /** A clock reading after the call and before the next. */
  readonly until: number;
  readonly answer: JsonObject;
  /** The time in the log, which is when it was observed where the call states no time. */
  readonly observedAt: number;
}

/** What was true by `at` of what was known by `atIngested`. */
export interface Cut {
  readonly at?: number;
  readonly atIngested?: number;
}

export interface Expected {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly snapshot: JsonObject;
  readonly provenance: Record<string, string>;
  readonly raw_fragments?: JsonObject;
  readonly observation_count: number;
  readonly last_observation_at: string;
}

interface Said {
  readonly id: string;
  readonly subject: number;
  readonly fields: Record<string, Json>;
  readonly fragments: Record<string, Json>;
  readonly ends?: boolean;
  readonly priority: number;
  readonly at: number;
}

const CORRECTION = 1000;

/** What a snapshot must be; undefined where the entity is not known then, or deleted. */
export function expectedSnapshot(
  history: readonly Accepted[],
  ids: readonly string[],
  subject: number,
  cut: Cut,
): Expected | undefined {
  const known = history.filter(({ until }) => until <= (cut.atIngested ?? Number.POSITIVE_INFINITY));
  const merged = new Map(known.flatMap(({ call }) => (call.kind === "merge" ? [[call.from, call.into] as const] : [])));
  const target = merged.get(subject) ?? subject;
  const said = unique(known.flatMap(spoken)).filter(
    (one) => (merged.get(one.subject) ?? one.subject) === target && one.at <= (cut.at ?? Number.POSITIVE_INFINITY),
  );
  if (said.length === 0 || isGone(said)) return undefined;
  const type = subjectAt(target);
  const fields = [...type.fields, ...Object.keys(type.names[0] ?? {}).map(identifying(type))];
  const snapshot: Record<string, Json> = {};
  const provenance: Record<string, string> = {};
  for (const { name, rule } of fields) {
    const winner = reduceField(said, name, rule);
    if (winner === undefined || winner.value === null) continue;
    snapshot[name] = winner.value;
    provenance[name] = winner.by;
  }
  const fragments = reduceFragments(said);
  return {
    entity_id: ids[target] ?? "",
    entity_type: type.type,
    snapshot,
    provenance,
    ...(Object.keys(fragments).length > 0 && { raw_fragments: fragments }),
    observation_count: said.length,
    last_observation_at: new Date(Math.max(...said.map(({ at }) => at))).toISOString(),
  };
}

function identifying({ type }: Subject): (name: string) => { name: string; rule: Rule } {
  const weighed = type === "person";
  return (name) => ({ name, rule: weighed ? "highest_priority" : "last_write" });
}

/** Newest first, and the smaller id where two are of one time. */
function byTime(a: Said, b: Said): number {
  return b.at - a.at || (a.id < b.id ? -1 : 1);
}

function reduceField(said: readonly Said[], field: string, rule: Rule): { value: Json; by: string } | undefined {
  const candidates = said.filter(({ fields }) => field in fields);
  const corrections = candidates.filter(({ priority }) => priority >= CORRECTION);
  if (corrections.length === 0 && rule === "merge_array") return union(candidates, field);
  const [winner] = (corrections.length > 0 ? corrections : candidates).toSorted((a, b) => {
    if (corrections.length > 0 || rule === "last_write") return byTime(a, b);
    return b.priority - a.priority || byTime(a, b);
  });
  if (winner === undefined) return undefined;
  const value = winner.fields[field] ?? null;
  // A list of all values is a set: also a corrected one is shown in order.
  return { value: rule === "merge_array" && Array.isArray(value) ? value.toSorted() : value, by: winner.id };
}

function union(candidates: readonly Said[], field: string): { value: Json; by: string } | undefined {
  const given = candidates.filter(({ fields }) => fields[field] !== null);
  const highest = Math.max(...given.map(({ priority }) => priority));
  const counted = given.filter(({ priority }) => priority === highest);
  if (counted.length === 0) return undefined;
  const items = new Set(counted.flatMap(({ fields }) => fields[field] as string[]));
  return {
    value: [...items].sort(),
    by: counted
      .map(({ id }) => id)
      .sort()
      .join(","),
  };
}

function reduceFragments(said: readonly Said[]): Record<string, Json> {
  const fragments: Record<string, Json> = {};
  for (const one of said.toSorted(byTime).toReversed()) Object.assign(fragments, one.fragments);
  // A correction of a field also overrules what did not fit it.
  const corrected = said.filter(({ priority }) => priority >= CORRECTION).flatMap(({ fields }) => Object.keys(fields));
  for (const field of corrected) delete fragments[field];
  return fragments;
}

function isGone(said: readonly Said[]): boolean {
  const ends = said.filter(({ ends }) => ends !== undefined).toSorted(byTime);
  return ends[0]?.ends ?? false;
}

function unique(said: readonly Said[]): Said[] {
  const first = new Map<string, Said>();
  for (const one of said) if (!first.has(one.id)) first.set(one.id, one);
  return [...first.values()];
}

function spoken({ call, answer, observedAt }: Accepted): Said[] {
  if (call.kind === "store") {
    const stored = answer.entities as { observation_id: string }[];
    return call.rows.map(({ subject, values }, index) => ({
      id: stored[index]?.observation_id ?? "",
      subject,
      ...split(subjectAt(subject), values),
      priority: call.priority ?? 100,
      at: call.at ?? observedAt,
    }));
  }
  if (call.kind === "correct") {
    const id = answer.observation_id as string;
    const fields = { [call.field]: call.value };
    return [{ id, subject: call.subject, fields, fragments: {}, priority: CORRECTION, at: observedAt }];
  }
  if (call.kind !== "delete" && call.kind !== "restore") return [];
  const id = `${call.kind} ${call.subject}`;
  const ends = call.kind === "delete";
  return [{ id, subject: call.subject, fields: {}, fragments: {}, ends, priority: CORRECTION, at: observedAt }];
}

function split(subject: Subject, values: JsonObject): Pick<Said, "fields" | "fragments"> {
  const fields: Record<string, Json> = {};
  const fragments: Record<string, Json> = {};
  for (const [name, value = null] of Object.entries(values)) {
    const known = subject.fields.find((field) => field.name === name);
    const fits = known?.fitting.includes(value) ?? subject.unknown.every((field) => field.name !== name);
    (fits ? fields : fragments)[name] = value;
  }
  return { fields, fragments };
}
