import { sha256 } from "../../../kernel/index.ts";
import type { InstructionEntry } from "./entry.ts";

/** What an entry says of its governance, and nothing of its body. */
export interface GovernanceProjection {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly owner: string;
  readonly priorityTier: string;
  readonly nextReviewDue: string;
  readonly semanticSummarySha256: string;
  readonly changeLogLength: number;
}

/** The hash of all content; the entries come sorted by id. */
export function catalogHash(entries: readonly Pick<InstructionEntry, "id" | "sourceHash">[]): string {
  return sha256(entries.map(({ id, sourceHash }) => `${id}:${sourceHash}`).join("|"));
}

// Entries never change in place, so what follows from one can be kept as long as it lives.
const projections = new WeakMap<InstructionEntry, GovernanceProjection>();

/** The order of the keys is part of the hash. */
export function projectGovernance(entry: InstructionEntry): GovernanceProjection {
  const known = projections.get(entry);
  if (known !== undefined) return known;
  const projection = {
    id: entry.id,
    title: entry.title,
    version: entry.version,
    owner: entry.owner,
    priorityTier: entry.priorityTier,
    nextReviewDue: entry.nextReviewDue,
    semanticSummarySha256: sha256(entry.semanticSummary),
    changeLogLength: entry.changeLog.length,
  };
  projections.set(entry, projection);
  return projection;
}

/** The hash of all governance; the entries come sorted by id. */
export function governanceHash(entries: readonly InstructionEntry[], trailingNewline: boolean): string {
  const lines = entries.map((entry) => JSON.stringify(projectGovernance(entry)));
  return sha256([...lines, ...(trailingNewline ? [""] : [])].join("\n"));
}
