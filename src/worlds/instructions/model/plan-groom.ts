import type { Authored } from "./authored.ts";
import type { InstructionEntry } from "./entry.ts";
import { byCodeUnit } from "./names.ts";
import { bodyHash, hasHash, isScopeToken, scopesOf, tidyCategories } from "./normalise.ts";

export interface GroomMode {
  readonly mergeDuplicates: boolean;
  readonly removeDeprecated: boolean;
  readonly purgeLegacyScopes: boolean;
}

/** An entry with what its file says, which the plan changes. */
interface Draft {
  readonly entry: InstructionEntry;
  readonly bodyHash: string;
  stored: Authored;
}

export interface GroomPlan {
  readonly repairedHashes: number;
  readonly normalizedCategories: number;
  readonly duplicatesMerged: number;
  readonly purgedScopes: number;
  /** Stored entries that change, by id. */
  readonly rewritten: ReadonlyMap<string, Authored>;
  readonly removed: readonly string[];
  /** Entries that replace each other in a circle: removing them would lose them all. */
  readonly keptInCycles: number;
}

/** Works out what grooming would do, step by step in the contract's order. Touches nothing. */
export function planGroom(
  files: readonly { readonly entry: InstructionEntry; readonly stored: Authored }[],
  cycles: readonly (readonly string[])[],
  mode: GroomMode,
): GroomPlan {
  const drafts = files.map((file): Draft => ({ ...file, bodyHash: bodyHash(file.entry.body) }));
  const before = new Map(files.map(({ entry, stored }) => [entry.id, stored]));
  const normalizedCategories = drafts.filter(tidy).length;
  const duplicates = mode.mergeDuplicates ? mergeDuplicates(drafts) : [];
  const purgedScopes = mode.purgeLegacyScopes ? drafts.map(purgeScopes).reduce((sum, count) => sum + count, 0) : 0;
  const repairedHashes = drafts.filter(repairHash).length;
  const circular = new Set(cycles.flat());
  const ids = new Set(before.keys());
  const replaced = mode.removeDeprecated ? drafts.filter((draft) => isReplaced(draft, ids)) : [];
  const removed = replaced.map(({ entry }) => entry.id).filter((id) => !circular.has(id));
  const gone = new Set(removed);
  const rewritten = drafts.filter(({ entry, stored }) => stored !== before.get(entry.id) && !gone.has(entry.id));
  return {
    repairedHashes,
    normalizedCategories,
    duplicatesMerged: duplicates.length,
    purgedScopes,
    rewritten: new Map(rewritten.map(({ entry, stored }) => [entry.id, stored])),
    removed,
    keptInCycles: replaced.length - removed.length,
  };
}

function tidy(draft: Draft): boolean {
  const categories = tidyCategories(draft.stored.categories);
  const same =
    categories.length === draft.stored.categories.length &&
    categories.every((category, index) => category === draft.stored.categories[index]);
  if (!same) draft.stored = { ...draft.stored, categories };
  return !same;
}

/** One entry stands for all with its body: the earliest, then the smallest id. The others say so and are deprecated. */
function mergeDuplicates(drafts: readonly Draft[]): Draft[] {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    // What is deprecated already has been merged before, or was retired for another reason.
    if (draft.stored.requirement === "deprecated") continue;
    groups.set(draft.bodyHash, [...(groups.get(draft.bodyHash) ?? []), draft]);
  }
  return [...groups.values()].flatMap((group) => {
    const [primary, ...others] = group.sort(byAge);
    if (primary === undefined || others.length === 0) return [];
    absorb(primary, others);
    for (const other of others) {
      other.stored = { ...other.stored, requirement: "deprecated", deprecatedBy: primary.entry.id };
    }
    return others;
  });
}

function byAge(a: Draft, b: Draft): number {
  return Date.parse(a.entry.createdAt) - Date.parse(b.entry.createdAt) || byCodeUnit(a.entry.id, b.entry.id);
}

/** Topics add up, the most urgent priority and the highest risk count. The scope stays the primary's own. */
function absorb(primary: Draft, others: readonly Draft[]): void {
  const { stored } = primary;
  const topics = others.flatMap(({ entry }) => entry.categories);
  const categories = tidyCategories([...stored.categories, ...topics]);
  const priority = Math.min(stored.priority, ...others.map((other) => other.stored.priority));
  const riskScore = Math.max(...[primary, ...others].map(({ entry }) => entry.riskScore ?? 0));
  if (categories.length === stored.categories.length && priority === stored.priority) return;
  primary.stored = { ...stored, categories, priority, riskScore };
}

/** Moves the scope out of the categories into fields, so that who it is for stays as it was. */
function purgeScopes(draft: Draft): number {
  const { stored } = draft;
  const tokens = stored.categories.filter((category) => isScopeToken(category.trim().toLowerCase()));
  if (tokens.length > 0) draft.stored = { ...stored, ...scopesOf(stored) };
  return tokens.length;
}

function repairHash(draft: Draft): boolean {
  if (!hasHash(draft.stored) || draft.stored.sourceHash === draft.bodyHash) return false;
  draft.stored = { ...draft.stored, sourceHash: draft.bodyHash };
  return true;
}

function isReplaced({ stored }: Draft, ids: ReadonlySet<string>): boolean {
  return stored.requirement === "deprecated" && stored.deprecatedBy !== undefined && ids.has(stored.deprecatedBy);
}
