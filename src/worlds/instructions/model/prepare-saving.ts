import { type Authored, checkAuthored, missingField } from "./authored.ts";
import type { Entries } from "./entries.ts";
import type { InstructionEntry } from "./entry.ts";
import type { Edit } from "./entry-file.ts";
import { entryText, readStored } from "./entry-text.ts";
import { fileOf, isWritableId } from "./names.ts";
import { bodyHash, isoOf, normalise, tidyCategories } from "./normalise.ts";
import { renewal } from "./renewal.ts";

type Given = Readonly<Record<string, unknown>>;

/** Governance that stays when content is replaced, unless the new entry says otherwise. */
const KEPT = ["version", "owner", "status", "classification", "priorityTier", "changeLog", "supersedes"] as const;

const ECHOED = [...KEPT, "lastReviewedAt", "nextReviewDue", "semanticSummary"] as const;

/** A new entry that may be written, or why it may not. */
export type Saving =
  | { readonly id: string; readonly sourceHash: string; readonly edit: Edit }
  | { readonly error: string };

/** Checks what was given and prepares its file. The file's governance is kept when it is made, from what it says then. */
export function prepareSaving(given: Given, entries: Entries, nowMs: number): Saving {
  if (missingField(given) !== undefined) return { error: "missing required fields" };
  const checked = checkAuthored(given);
  if ("reason" in checked) return { error: checked.reason };
  const { authored } = checked;
  const { id } = authored;
  if (!isWritableId(id)) return { error: "invalid id: reserved" };
  const file = fileOf(id);
  const reason = entries.files.get(file)?.reason;
  if (reason === "a directory" || reason === "not a regular file") return { error: `the file of this id is ${reason}` };
  const sourceHash = bodyHash(authored.body.trim());
  const make: Edit["make"] = (current) => {
    const merged = current && overwritten(current.text, current.modifiedMs, authored, nowMs, entries);
    return entryText(toStored(merged ?? authored, nowMs, entries));
  };
  return { id, sourceHash, edit: { file, make } };
}

/** What was given with what the file said of its governance, filled in and renewed where more than the body changes. */
function overwritten(
  text: string,
  fileMs: number,
  authored: Authored,
  nowMs: number,
  entries: Entries,
): Authored | undefined {
  const before = readStored(text);
  if (before === undefined) return undefined;
  const firstSeen = entries.firstSeen(before.id);
  const entry = normalise(before, { fileMs, firstSeen, ownerOf: entries.owners.of });
  const said = withoutEchoes(authored, entry);
  const { createdAt, semanticSummary, lastReviewedAt, nextReviewDue } = entry;
  const stored = Object.fromEntries(KEPT.flatMap((key) => (before[key] === undefined ? [] : [[key, before[key]]])));
  const kept = { ...stored, createdAt, semanticSummary, lastReviewedAt, nextReviewDue };
  return { ...kept, ...renewal(before, entry, said, nowMs), ...said };
}

/** Whoever reads an entry, edits it and gives it back whole has said nothing of the governance that came with it. */
function withoutEchoes(authored: Authored, entry: InstructionEntry): Authored {
  const echoed = new Set<string>(ECHOED.filter((key) => JSON.stringify(authored[key]) === JSON.stringify(entry[key])));
  return Object.fromEntries(Object.entries(authored).filter(([key]) => !echoed.has(key))) as Authored;
}

function toStored(authored: Authored, nowMs: number, entries: Entries): object {
  // What is counted or computed elsewhere would only grow stale in the file.
  const { riskScore, usageCount, lastUsedAt, sourceHash, ...written } = authored;
  const owner = authored.owner ?? entries.owners.of(authored.id);
  const categories = tidyCategories(authored.categories);
  const updatedAt = isoOf(nowMs);
  const entry = normalise(written as Authored, { fileMs: nowMs, firstSeen: undefined, ownerOf: entries.owners.of });
  return {
    ...written,
    title: entry.title,
    body: entry.body,
    categories,
    sourceHash: entry.sourceHash,
    schemaVersion: entry.schemaVersion,
    createdAt: entry.createdAt,
    updatedAt,
    version: entry.version,
    ...(owner !== undefined && { owner }),
    changeLog: entry.changeLog,
    lastReviewedAt: entry.lastReviewedAt,
    nextReviewDue: entry.nextReviewDue,
    semanticSummary: entry.semanticSummary,
  };
}
