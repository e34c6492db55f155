/** For whom an instruction is meant. */
export const AUDIENCES = ["individual", "group", "all"] as const;
/** How binding an instruction is. */
export const REQUIREMENTS = ["mandatory", "critical", "recommended", "optional", "deprecated"] as const;
export const STATUSES = ["draft", "review", "approved", "deprecated"] as const;
export const PRIORITY_TIERS = ["P1", "P2", "P3", "P4"] as const;
export const CLASSIFICATIONS = ["public", "internal", "restricted"] as const;

export type Audience = (typeof AUDIENCES)[number];
export type Requirement = (typeof REQUIREMENTS)[number];
export type Status = (typeof STATUSES)[number];
export type PriorityTier = (typeof PRIORITY_TIERS)[number];
export type Classification = (typeof CLASSIFICATIONS)[number];

export interface ChangeLogItem {
  readonly version: string;
  readonly changedAt: string;
  readonly summary: string;
}

/** One instruction as the tools answer it: what its author wrote, and what follows from it. */
export interface InstructionEntry {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly rationale?: string;
  /** 1 (highest) to 100 (lowest). */
  readonly priority: number;
  readonly audience: Audience;
  readonly requirement: Requirement;
  /** Lower-cased, unique, sorted; without the tokens that say a scope. */
  readonly categories: readonly string[];
  /** SHA-256 of the body; a stored one is kept, so that tampering shows. */
  readonly sourceHash: string;
  readonly schemaVersion: string;
  readonly deprecatedBy?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly usageCount?: number;
  readonly lastUsedAt?: string;
  readonly riskScore?: number;
  readonly workspaceId?: string;
  readonly userId?: string;
  readonly teamIds?: readonly string[];
  readonly version: string;
  readonly status: Status;
  readonly owner: string;
  readonly priorityTier: PriorityTier;
  readonly classification: Classification;
  readonly lastReviewedAt: string;
  readonly nextReviewDue: string;
  readonly changeLog: readonly ChangeLogItem[];
  readonly supersedes?: string;
  readonly semanticSummary: string;
  /** What an author added beyond the model is kept as it is. */
  readonly [more: string]: unknown;
}
