import { hash } from "node:crypto";
import type { Authored } from "./authored.ts";
import type { InstructionEntry, PriorityTier, Requirement } from "./entry.ts";

/** What was known of an entry when it was first seen; used where its file does not say. */
export interface FirstSeen {
  readonly summary: string;
  readonly createdAt: string;
}

/** What besides the file an entry follows from. */
export interface Circumstances {
  /** The file's own time, in milliseconds. */
  readonly fileMs: number;
  readonly firstSeen: FirstSeen | undefined;
  /** The owner that owners.json gives to an id. */
  readonly ownerOf: (id: string) => string | undefined;
}

const UNOWNED = "unowned";
const FIRST_VERSION = "1.0.0";
const DAY_MS = 86_400_000;
const SUMMARY_CHARS_MAX = 160;
const HASH_CHARS = 64;

const REVIEW_DAYS: Readonly<Record<PriorityTier, number>> = { P1: 30, P2: 60, P3: 90, P4: 120 };
const REQUIREMENT_RISK: Readonly<Record<Requirement, number>> = {
  mandatory: 50,
  critical: 60,
  recommended: 20,
  optional: 5,
  deprecated: -30,
};

/** Fills in what follows from what an author wrote. No date comes from the clock, so no hash moves by itself. */
export function normalise(authored: Authored, { fileMs, firstSeen, ownerOf }: Circumstances): InstructionEntry {
  const fileTime = authored.createdAt && authored.updatedAt ? "" : isoOf(fileMs);
  // Field by field into a copy: spreading the same fields costs a start of ten thousand entries several times as much.
  const entry = { ...authored } as Filling;
  entry.title = authored.title.trim();
  entry.body = authored.body.trim();
  if (!hasHash(authored)) entry.sourceHash = bodyHash(entry.body);
  entry.schemaVersion = authored.schemaVersion || "1";
  entry.createdAt = authored.createdAt || firstSeen?.createdAt || fileTime;
  entry.updatedAt = authored.updatedAt || fileTime;
  entry.riskScore = 100 - authored.priority + REQUIREMENT_RISK[authored.requirement];
  fillScope(entry, authored);
  entry.version = authored.version ?? FIRST_VERSION;
  entry.status = authored.status ?? (authored.requirement === "deprecated" ? "deprecated" : "approved");
  if (!hasOwner(authored)) entry.owner = ownerOf(authored.id) ?? UNOWNED;
  entry.priorityTier = authored.priorityTier ?? tierOf(authored);
  entry.classification = authored.classification ?? "internal";
  entry.lastReviewedAt = authored.lastReviewedAt || entry.createdAt;
  entry.nextReviewDue = authored.nextReviewDue || reviewDueAfter(Date.parse(entry.lastReviewedAt), entry.priorityTier);
  entry.changeLog = authored.changeLog ?? [
    { version: entry.version, changedAt: entry.createdAt, summary: "initial import" },
  ];
  entry.semanticSummary = authored.semanticSummary || (firstSeen?.summary ?? summarise(entry.body));
  return entry;
}

type Filling = { -readonly [Key in keyof InstructionEntry]: InstructionEntry[Key] };

/** A file may say its own hash; it is believed until someone verifies it. */
export function hasHash({ sourceHash }: Authored): boolean {
  return sourceHash?.length === HASH_CHARS;
}

// In one step: the hasher with steps costs a start of ten thousand entries more than their reading.
export function bodyHash(body: string): string {
  return hash("sha256", body);
}

export function hasOwner({ owner }: Authored): boolean {
  return owner !== undefined && owner !== "" && owner !== UNOWNED;
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** The first line, cut where it is too long to be read at a glance. */
function summarise(body: string): string {
  const end = body.indexOf("\n");
  const line = (end === -1 ? body : body.slice(0, end)).trimEnd();
  return line.length > SUMMARY_CHARS_MAX ? `${line.slice(0, SUMMARY_CHARS_MAX - 3)}...` : line;
}

/** When an entry of a tier must be looked at again. */
export function reviewDueAfter(ms: number, tier: PriorityTier): string {
  return isoOf(ms + REVIEW_DAYS[tier] * DAY_MS);
}

export function tierOf({ priority, requirement }: Authored): PriorityTier {
  if (priority <= 20 || requirement === "mandatory" || requirement === "critical") return "P1";
  if (priority <= 40) return "P2";
  return priority <= 70 ? "P3" : "P4";
}

const SCOPE = /^scope:(workspace|user|team):(.+)$/;

export function isScopeToken(category: string): boolean {
  return category.startsWith("scope:") && SCOPE.test(category);
}

/** Categories as they are compared: lower-cased, unique, sorted. */
export function tidyCategories(categories: readonly string[]): string[] {
  const tidy = categories.map((category) => category.trim().toLowerCase());
  return tidy.length < 2 ? tidy : [...new Set(tidy)].sort();
}

type Scopes = Pick<InstructionEntry, "categories" | "workspaceId" | "userId" | "teamIds">;

/** Tells the older way of scoping, by category, from topics. A field that is there wins over a token. */
export function scopesOf(authored: Authored): Scopes {
  const scopes = {} as Filling;
  fillScope(scopes, authored);
  return scopes;
}

function fillScope(entry: Filling, authored: Authored): void {
  const tidy = tidyCategories(authored.categories);
  entry.categories = tidy;
  if (!tidy.some(isScopeToken)) return;
  entry.categories = tidy.filter((category) => !isScopeToken(category));
  // In the author's order: the first workspace and the first user count.
  const tokens = authored.categories.map((category) => SCOPE.exec(category.trim().toLowerCase()));
  const first = (kind: string) => tokens.find((token) => token?.[1] === kind)?.[2];
  const workspaceId = authored.workspaceId ?? first("workspace");
  const userId = authored.userId ?? first("user");
  const teamIds = new Set(authored.teamIds);
  for (const token of tokens) if (token?.[1] === "team" && token[2] !== undefined) teamIds.add(token[2]);
  if (workspaceId !== undefined) entry.workspaceId = workspaceId;
  if (userId !== undefined) entry.userId = userId;
  if (teamIds.size > 0) entry.teamIds = [...teamIds];
}
