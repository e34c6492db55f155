import type { Authored } from "./authored.ts";
import type { InstructionEntry } from "./entry.ts";
import { isoOf, reviewDueAfter, tierOf } from "./normalise.ts";

/** What an author says besides the body: a change of it is a change of the rule. Categories only say where it is found. */
const SAID = ["title", "priority", "audience", "requirement"] as const;
/** The same where it is said at all: left out, it stays. */
const SAID_IF_GIVEN = [
  "owner",
  "status",
  "classification",
  "priorityTier",
  "deprecatedBy",
  "workspaceId",
  "userId",
] as const;

/**
 * What an overwriting renews: the tier where what it follows from changed, the review date with it, and for every change
 * but one of the body the version and the change log. An edit of the body alone renews nothing, so no hash moves.
 */
export function renewal(
  before: Authored,
  entry: InstructionEntry,
  authored: Authored,
  nowMs: number,
): Partial<Authored> {
  const changed = changedFields(before, authored);
  if (changed.length === 0 && authored.version === undefined) return {};
  const tier = tierAfter(before, entry, authored);
  const isOtherTier = tier !== entry.priorityTier;
  const version = authored.version ?? bumped(entry.version, isOtherTier || changed.includes("requirement"));
  if (changed.length === 0 && version === entry.version) return {};
  const summary = changed.length === 0 ? "new version" : `changed ${changed.join(", ")}`;
  return {
    version,
    changeLog: [...entry.changeLog, { version, changedAt: isoOf(nowMs), summary }],
    ...(isOtherTier && {
      // A tier that was written down before would hold back the one that follows now.
      ...(before.priorityTier !== undefined && { priorityTier: tier }),
      nextReviewDue: reviewDueAfter(nowMs, tier),
    }),
  };
}

function changedFields(before: Authored, authored: Authored): string[] {
  const changed: string[] = SAID.filter((field) => before[field] !== authored[field]);
  changed.push(...SAID_IF_GIVEN.filter((field) => authored[field] !== undefined && authored[field] !== before[field]));
  return changed.sort();
}

function tierAfter(before: Authored, entry: InstructionEntry, authored: Authored) {
  if (authored.priorityTier !== undefined) return authored.priorityTier;
  const follows = before.priority !== authored.priority || before.requirement !== authored.requirement;
  return follows ? tierOf(authored) : entry.priorityTier;
}

/** A rule that binds otherwise is a minor version, anything else a patch. */
function bumped(version: string, isMinor: boolean): string {
  const [major = 1, minor = 0, patch = 0] = version.split(".").map(Number);
  return isMinor ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
