import { skeleton } from "../model/identity/confusables.ts";
import { nameNearness } from "../model/identity/likeness.ts";
import type { IdentifierPlace, IdentifierRow, IdentifierStore } from "../store/identifier-store.ts";
import type { Truth } from "../truth.ts";

/** How many identifiers one call looks at: it takes as long with a million entities as with a thousand. */
const IDENTIFIERS_PER_CALL = 20_000;
/** Who share something with more others than this share it by habit, as a domain of many. */
const GROUP_MAX = 25;
/** How many names after a name are compared with it; like names stand next to each other. */
const WINDOW = 5;
const PREFIX_CHARS = 4;
const NEAR_LEAST = 0.75;

export interface CandidateGroups {
  /** Origins that share something, or two whose names are alike. */
  readonly groups: readonly (readonly string[])[];
  /** Where the next call goes on: after this identifier. */
  readonly next: IdentifierPlace | undefined;
}

/** Origins that may be one entity, from one walk along the index of identifiers; never every one with every other. */
export async function candidateGroups(
  { identifiers }: Truth,
  after: IdentifierPlace | undefined,
): Promise<CandidateGroups> {
  const rows = await identifiers.after(after, IDENTIFIERS_PER_CALL);
  const groups: (readonly string[])[] = [];
  for (const sharing of Map.groupBy(rows, ({ kind, value }) => `${kind} ${value}`).values()) {
    if (sharing.length > 1 && sharing.length <= GROUP_MAX) groups.push(sharing.map(({ origin_id }) => origin_id));
  }
  const add = (a: string, b: string) => void groups.push([a, b]);
  addNearNames(rows, add);
  await addLookAlikes(identifiers, rows, add);
  return { groups, next: rows.length < IDENTIFIERS_PER_CALL ? undefined : rows.at(-1) };
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

/** A name of foreign letters that look like Latin ones stands far from the name it looks like. */
async function addLookAlikes(
  identifiers: IdentifierStore,
  rows: readonly IdentifierRow[],
  add: (a: string, b: string) => void,
): Promise<void> {
  const bySkeleton = new Map<string, IdentifierRow[]>();
  for (const row of rows) {
    const looks = row.kind === "name" && /[^\p{ASCII}]/u.test(row.value) ? skeleton(row.value) : row.value;
    if (looks !== row.value) bySkeleton.set(looks, [...(bySkeleton.get(looks) ?? []), row]);
  }
  const asked = [...bySkeleton.keys()].map((value) => ({ kind: "name" as const, value }));
  for (const plain of await identifiers.find(asked, IDENTIFIERS_PER_CALL)) {
    for (const row of bySkeleton.get(plain.value) ?? []) add(plain.origin_id, row.origin_id);
  }
}
