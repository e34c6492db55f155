import { isJsonObject } from "../../../kernel/index.ts";
import { AUDIENCES, CLASSIFICATIONS, PRIORITY_TIERS, REQUIREMENTS, STATUSES } from "./entry.ts";
import { isId } from "./names.ts";

/** An entry as its author stored it: the required fields are there and every known field has its type. */
export interface Authored {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly priority: number;
  readonly audience: (typeof AUDIENCES)[number];
  readonly requirement: (typeof REQUIREMENTS)[number];
  readonly categories: readonly string[];
  readonly rationale?: string;
  readonly sourceHash?: string;
  readonly schemaVersion?: string;
  readonly deprecatedBy?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly workspaceId?: string;
  readonly userId?: string;
  readonly teamIds?: readonly string[];
  readonly version?: string;
  readonly status?: (typeof STATUSES)[number];
  readonly owner?: string;
  readonly priorityTier?: (typeof PRIORITY_TIERS)[number];
  readonly classification?: (typeof CLASSIFICATIONS)[number];
  readonly lastReviewedAt?: string;
  readonly nextReviewDue?: string;
  readonly changeLog?: readonly { version: string; changedAt: string; summary: string }[];
  readonly supersedes?: string;
  readonly semanticSummary?: string;
  readonly [more: string]: unknown;
}

/** What every author must say. */
const CORE_FIELDS = ["id", "title", "body", "priority", "audience", "requirement", "categories"] as const;

const TEXTS = [
  "rationale",
  "schemaVersion",
  "deprecatedBy",
  "workspaceId",
  "userId",
  "owner",
  "supersedes",
  "sourceHash",
  "semanticSummary",
] as const;
const DATES = ["createdAt", "updatedAt", "lastReviewedAt", "nextReviewDue"] as const;
const DATE_MS_MAX = Date.UTC(10_000, 0);
const SEMVER = /^\d+\.\d+\.\d+$/;

type Raw = Readonly<Record<string, unknown>>;
type Checked = { readonly authored: Authored } | { readonly reason: string };

// Written by hand, not as a schema: ten thousand files are read at a start, and each refusal names its field.
/** Tells an entry from what is none, with the reason. */
export function checkAuthored(raw: unknown): Checked {
  if (!isJsonObject(raw)) return { reason: "not an object" };
  const reason =
    missingField(raw) ??
    coreProblem(raw) ??
    optionalProblem(raw) ??
    (raw.requirement === "deprecated" && !isText(raw.deprecatedBy)
      ? "requirement deprecated needs deprecatedBy"
      : undefined);
  return reason === undefined ? { authored: raw as Authored } : { reason };
}

/** The first field that must be there and is not. */
export function missingField(raw: Raw): string | undefined {
  for (const field of CORE_FIELDS) if (raw[field] === undefined || raw[field] === null) return `missing ${field}`;
  return undefined;
}

function coreProblem(raw: Raw): string | undefined {
  const { id, title, body, priority } = raw;
  if (typeof id !== "string" || !isId(id)) return "invalid id";
  if (!isText(title)) return "invalid title";
  if (!isText(body)) return "invalid body";
  if (!Number.isInteger(priority) || (priority as number) < 1 || (priority as number) > 100) return "invalid priority";
  if (!isOneOf(AUDIENCES, raw.audience)) return "invalid audience";
  if (!isOneOf(REQUIREMENTS, raw.requirement)) return "invalid requirement";
  return areTexts(raw.categories) ? undefined : "invalid categories";
}

function optionalProblem(raw: Raw): string | undefined {
  for (const field of TEXTS) {
    if (raw[field] !== undefined && typeof raw[field] !== "string") return `invalid ${field}`;
  }
  for (const field of DATES) if (raw[field] !== undefined && !isDate(raw[field])) return `invalid ${field}`;
  if (raw.teamIds !== undefined && !areTexts(raw.teamIds)) return "invalid teamIds";
  if (raw.version !== undefined && !isVersion(raw.version)) return "invalid version";
  if (raw.status !== undefined && !isOneOf(STATUSES, raw.status)) return "invalid status";
  if (raw.priorityTier !== undefined && !isOneOf(PRIORITY_TIERS, raw.priorityTier)) return "invalid priorityTier";
  if (raw.classification !== undefined && !isOneOf(CLASSIFICATIONS, raw.classification))
    return "invalid classification";
  return raw.changeLog === undefined || isChangeLog(raw.changeLog) ? undefined : "invalid changeLog";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === "string" && words.includes(value);
}

function isVersion(value: unknown): boolean {
  return typeof value === "string" && SEMVER.test(value);
}

/** An empty text is a placeholder that is still to be filled. Past the year 9999 no review could be due after it. */
function isDate(value: unknown): boolean {
  return typeof value === "string" && (value === "" || Math.abs(Date.parse(value)) < DATE_MS_MAX);
}

function isChangeLog(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) =>
        isJsonObject(item) && isVersion(item.version) && isDate(item.changedAt) && typeof item.summary === "string",
    )
  );
}
