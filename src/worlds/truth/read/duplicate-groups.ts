import { skeleton } from "../model/identity/confusables.ts";
import { nameNearness } from "../model/identity/likeness.ts";
import { plainSpelling } from "../model/identity/spelling.ts";
import type { IdentifierPlace, IdentifierRow, IdentifierStore } from "../store/identifier-store.ts";
import type { ShapePlace } from "../store/value-store.ts";
import type { Truth } from "../truth.ts";

/** How many identifiers and names one call looks at: it takes as long with a million entities as with a thousand. */
const ROWS_PER_CALL = 2000;
/** Who share something with more others than this share it by habit, as a domain of many. */
const GROUP_MAX = 25;
/** How many names after a name are compared with it; like names stand next to each other. */
const WINDOW = 5;
const PREFIX_CHARS = 4;
const NEAR_LEAST = 0.75;

/** Where the next call goes on: among the identifiers, or among the shapes of names that come after all of them. */
export type Place = { readonly identifier: IdentifierPlace } | { readonly shape: ShapePlace | undefined };

export interface CandidateGroups {
  /** Ids that share something, or two whose names are alike. */
  readonly groups: readonly (readonly string[])[];
  readonly next: Place | undefined;
}

/** Who may be one entity, from one walk along indexes; never every one with every other. */
export async function candidateGroups(truth: Truth, after: Place | undefined): Promise<CandidateGroups> {
  const groups: (readonly string[])[] = [];
  let left = ROWS_PER_CALL;
  if (after === undefined || "identifier" in after) {
    const found = await truth.identifiers.after(after?.identifier, left);
    const { part, last } = wholeGroups(found, left, ({ kind, value }) => `${kind} ${value}`);
    addShared(groups, part, ({ kind, value, origin_id }) => [`${kind} ${value}`, origin_id]);
    const add = (a: string, b: string) => void groups.push([a, b]);
    addNearNames(part, add);
    await addLookAlikes(truth.identifiers, part, add);
    if (last !== undefined) return { groups, next: { identifier: last } };
    left -= found.length;
    if (left <= 0) return { groups, next: { shape: undefined } };
  }
  const shapes = await truth.values.shapesAfter(
    after !== undefined && "shape" in after ? after.shape : undefined,
    left,
  );
  const { part, last } = wholeGroups(shapes, left, ({ value }) => value);
  addShared(groups, part, ({ value, entity_id }) => [value, entity_id]);
  return { groups, next: last === undefined ? undefined : { shape: last } };
}

/** What was read without the group that may go on behind it, and from where the next call reads on. */
function wholeGroups<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string) {
  const last = rows.at(-1);
  if (rows.length < limit || last === undefined) return { part: rows, last: undefined };
  const start = rows.findLastIndex((row) => keyOf(row) !== keyOf(last)) + 1;
  // A group that fills all of it is cut: who share something with so many share it by habit.
  return start === 0 ? { part: rows, last } : { part: rows.slice(0, start), last: rows[start - 1] };
}

function addShared<Row>(
  groups: (readonly string[])[],
  rows: readonly Row[],
  read: (row: Row) => readonly [key: string, id: string],
): void {
  const byKey = Map.groupBy(rows.map(read), ([key]) => key);
  for (const sharing of byKey.values()) {
    if (sharing.length > 1 && sharing.length <= GROUP_MAX) groups.push(sharing.map(([, id]) => id));
  }
}

function addNearNames(rows: readonly IdentifierRow[], add: (a: string, b: string) => void): void {
  const names = rows.filter(({ kind, value }) => kind === "name" && value.length >= PREFIX_CHARS);
  names.forEach((row, index) => {
    const start = row.value.slice(0, PREFIX_CHARS);
    for (const next of names.slice(index + 1, index + 1 + WINDOW)) {
      if (!next.value.startsWith(start)) break;
      if (next.value !== row.value && nameNearness(row.value, next.value) >= NEAR_LEAST) {
        add(row.origin_id, next.origin_id);
      }
    }
  });
}

/** A name of letters that look like others, or that many cannot type, stands far from the name it is taken for. */
async function addLookAlikes(
  identifiers: IdentifierStore,
  rows: readonly IdentifierRow[],
  add: (a: string, b: string) => void,
): Promise<void> {
  const byForm = new Map<string, IdentifierRow[]>();
  for (const row of rows) {
    if (row.kind !== "name" || !/[^\p{ASCII}]/u.test(row.value)) continue;
    const forms = new Set([skeleton(row.value), plainSpelling(row.value)]);
    for (const form of forms) {
      if (form !== row.value) byForm.set(form, [...(byForm.get(form) ?? []), row]);
    }
  }
  for (const [first, ...others] of byForm.values()) {
    for (const other of others) if (first !== undefined) add(first.origin_id, other.origin_id);
  }
  const asked = [...byForm.keys()].map((value) => ({ kind: "name" as const, value }));
  for (const plain of await identifiers.find(asked, ROWS_PER_CALL)) {
    for (const row of byForm.get(plain.value) ?? []) add(plain.origin_id, row.origin_id);
  }
}
