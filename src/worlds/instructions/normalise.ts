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

export const UNOWNED = "unowned";
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
  const body = authored.body.trim();
  const fileTime = authored.createdAt && authored.updatedAt ? "" : isoOf(fileMs);
  const createdAt = authored.createdAt || firstSeen?.createdAt || fileTime;
  const version = authored.version ?? FIRST_VERSION;
  const priorityTier = authored.priorityTier ?? tierOf(authored);
  const lastReviewedAt = authored.lastReviewedAt || createdAt;
  return {
    ...authored,
    title: authored.title.trim(),
    body,
    sourceHash: hasHash(authored) ? (authored.sourceHash as string) : bodyHash(body),
    schemaVersion: authored.schemaVersion || "1",
    createdAt,
    updatedAt: authored.updatedAt || fileTime,
    riskScore: 100 - authored.priority + REQUIREMENT_RISK[authored.requirement],
    ...scopesOf(authored),
    version,
    status: authored.status ?? (authored.requirement === "deprecated" ? "deprecated" : "approved"),
    owner: hasOwner(authored) ? (authored.owner as string) : (ownerOf(authored.id) ?? UNOWNED),
    priorityTier,
    classification: authored.classification ?? "internal",
    lastReviewedAt,
    nextReviewDue: authored.nextReviewDue || isoOf(Date.parse(lastReviewedAt) + REVIEW_DAYS[priorityTier] * DAY_MS),
    changeLog: authored.changeLog ?? [{ version, changedAt: createdAt, summary: "initial import" }],
    semanticSummary: authored.semanticSummary || (firstSeen?.summary ?? summarise(body)),
  };
}

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
export function summarise(body: string): string {
  const end = body.indexOf("\n");
  const line = (end === -1 ? body : body.slice(0, end)).trimEnd();
  return line.length > SUMMARY_CHARS_MAX ? `${line.slice(0, SUMMARY_CHARS_MAX - 3)}...` : line;
}

function tierOf({ priority, requirement }: Authored): PriorityTier {
  if (priority <= 20 || requirement === "mandatory" || requirement === "critical") return "P1";
  if (priority <= 40) return "P2";
  return priority <= 70 ? "P3" : "P4";
}

const SCOPE = /^scope:(workspace|user|team):(.+)$/;

export function isScopeToken(category: string): boolean {
  return SCOPE.test(category);
}

/** Categories as they are compared: lower-cased, unique, sorted. */
export function tidyCategories(categories: readonly string[]): string[] {
  return [...new Set(categories.map((category) => category.trim().toLowerCase()))].sort();
}

type Scopes = Pick<InstructionEntry, "categories" | "workspaceId" | "userId" | "teamIds">;

/** Tells the older way of scoping, by category, from topics. A field that is there wins over a token. */
export function scopesOf(authored: Authored): Scopes {
  const tidy = tidyCategories(authored.categories);
  if (!tidy.some(isScopeToken)) {
    return { categories: tidy, ...named(authored.workspaceId, authored.userId, authored.teamIds ?? []) };
  }
  // In the author's order: the first workspace and the first user count.
  const tokens = authored.categories.map((category) => SCOPE.exec(category.trim().toLowerCase()));
  const first = (kind: string) => tokens.find((token) => token?.[1] === kind)?.[2];
  const teams = tokens.flatMap((token) => (token?.[1] === "team" ? [token[2] as string] : []));
  return {
    categories: tidy.filter((category) => !isScopeToken(category)),
    ...named(authored.workspaceId ?? first("workspace"), authored.userId ?? first("user"), [
      ...new Set([...(authored.teamIds ?? []), ...teams]),
    ]),
  };
}

function named(workspaceId: string | undefined, userId: string | undefined, teamIds: readonly string[]) {
  return {
    ...(workspaceId !== undefined && { workspaceId }),
    ...(userId !== undefined && { userId }),
    ...(teamIds.length > 0 && { teamIds }),
  };
}
