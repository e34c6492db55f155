import type { JsonObject } from "../../../kernel/index.ts";

export const ARTIFACT_TYPES = ["summary", "index", "extraction", "synthesis"] as const;
/** Offered is synthesized and without authority; canonical is written by a person. */
export const ARTIFACT_STATUSES = ["offered", "canonical"] as const;
export const ARTIFACT_MAKERS = ["synthesis_pipeline", "human_export"] as const;

/** One transformation on the way from notebooks to an artifact, as its maker wrote it down. */
export interface ArtifactStep {
  readonly step_order: number;
  readonly tool: string;
  readonly timestamp: number;
  readonly parameters: JsonObject;
}

export interface ArtifactSet {
  readonly artifact_set_id: string;
  readonly artifact_type: (typeof ARTIFACT_TYPES)[number];
  readonly created_at: number;
  readonly status: (typeof ARTIFACT_STATUSES)[number];
  readonly source_notebooks: readonly string[];
  readonly created_by: (typeof ARTIFACT_MAKERS)[number];
  readonly last_refreshed: number | null;
  /** Names of the artifacts in the set, each once. */
  readonly names: readonly string[];
}

export interface ArtifactProvenance {
  readonly source_notebooks: readonly string[];
  readonly transformation_steps: readonly ArtifactStep[];
  readonly created_at: number;
  readonly created_by: (typeof ARTIFACT_MAKERS)[number];
}

export interface Artifact {
  readonly set: ArtifactSet;
  /** Null for the set itself, whose contents are its manifest. */
  readonly name: string | null;
  readonly provenance: ArtifactProvenance;
  readonly lastRefreshed: number | null;
  /** What a reader should know about how far the provenance can be relied on. */
  readonly notes: readonly string[];
}

/** Ids as callers see them: the bare name where it is the only one in the collection. */
export function artifactIds(set: ArtifactSet, all: readonly ArtifactSet[]): string[] {
  const ids = new Set(all.map((one) => one.artifact_set_id));
  return set.names.map((name) => {
    const unique = !ids.has(name) && all.filter((one) => one.names.includes(name)).length === 1;
    return unique ? name : `${set.artifact_set_id}/${name}`;
  });
}

/** The artifact a file of a set holds: none for the manifest and for provenance. */
export function artifactName(file: string): string[] {
  if (file === "set.json" || file.endsWith(".provenance.json")) return [];
  const name = /^(.+)\.(json|md)$/.exec(file)?.[1];
  return name === undefined ? [] : [name];
}
