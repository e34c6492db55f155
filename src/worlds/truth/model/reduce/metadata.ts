import type { Json, JsonObject } from "../../../../kernel/index.ts";
import type { RelationshipObservation } from "../relationship.ts";
import { beats, outlasts } from "./beats.ts";

export interface FoldedMetadata {
  readonly metadata: JsonObject;
  /** Also names keys that a null has cleared. */
  readonly provenance: Readonly<Record<string, string>>;
  readonly deleted: boolean;
}

/**
 * What the observations of one relationship come to, in any order. A relationship stated after its deletion lives again,
 * and what was said of it before does not come back.
 */
export function reduceMetadata(observations: readonly RelationshipObservation[]): FoldedMetadata {
  const stores = observations.filter(({ kind }) => kind === "store");
  const deletion = newest(observations.filter(({ kind }) => kind === "deletion"));
  const since = deletion === undefined ? stores : stores.filter((store) => outlasts(store, deletion));
  const deleted = deletion !== undefined && since.length === 0;
  const winners = new Map<string, { by: RelationshipObservation; value: Json }>();
  for (const by of deleted ? stores : since) {
    for (const [key, value] of Object.entries(by.metadata)) {
      const held = winners.get(key);
      if (value === undefined || (held !== undefined && !beats(LAST_WRITE, by, held.by))) continue;
      winners.set(key, { by, value });
    }
  }
  const held = [...winners].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    metadata: Object.fromEntries(
      held.filter(([, { value }]) => value !== null).map(([key, { value }]) => [key, value]),
    ),
    provenance: Object.fromEntries(held.map(([key, { by }]) => [key, by.id])),
    deleted,
  };
}

const LAST_WRITE = { strategy: "last_write", tie_breaker: "observed_at" } as const;

function newest(observations: readonly RelationshipObservation[]): RelationshipObservation | undefined {
  return observations.reduce<RelationshipObservation | undefined>(
    (held, next) => (held === undefined || outlasts(next, held) ? next : held),
    undefined,
  );
}
