import { canonicalJson, type JsonObject, sha256 } from "../../../kernel/index.ts";
import type { RelationshipType } from "./relationship.ts";
import { shortHash } from "./row-hash.ts";

/** The tenant of everyone on a machine that has no sign-in; its ids carry no salt. */
const LOCAL_TENANT = "local";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Sixty-four hex digits, cut to the shape of a UUID. */
function uuidShaped(hash: string): string {
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join("-");
}

/** Whom was asked about last: one call asks several times, and mostly about the caller before. */
let last: { readonly tenant: string; readonly userId: string } | undefined;

/** The user id the contract shows: a tenant that signed in has one, the local user a fixed one. */
export function userIdOf(tenant: string): string {
  if (last?.tenant !== tenant) {
    last = { tenant, userId: UUID.test(tenant) ? tenant : uuidShaped(sha256(`user:${tenant}`)) };
  }
  return last.userId;
}

/** Two users who know the same company hold two entities: all but the local user's ids are salted. */
function salted(tenant: string, text: string): string {
  return tenant === LOCAL_TENANT ? text : `tenant:${tenant}:${text}`;
}

export function entityId(tenant: string, entityType: string, normalized: string): string {
  return `ent_${sha256(salted(tenant, `${entityType}:${normalized}`)).slice(0, 24)}`;
}

/** A hash in the shape that the contract's ids have. */
export function uuidOf(hash: string): string {
  return uuidShaped(hash);
}

export function sourceId(tenant: string, contentHash: string): string {
  return uuidShaped(sha256(`source:${userIdOf(tenant)}:${contentHash}`));
}

/** What one reading of a source is known by: the same source read the same way is the same run. */
export function interpretationId(sourceId: string, config: JsonObject): string {
  return uuidShaped(sha256(canonicalJson({ source_id: sourceId, config })));
}

/** What a request is known by: its key may be words. */
export function requestKey(tenant: string, idempotencyKey: string): string {
  return shortHash(`request:${tenant}:${idempotencyKey}`);
}

export interface ObservationIdentity {
  readonly source_id: string;
  readonly interpretation_id: string | null;
  readonly entity_id: string;
  /** The canonical form of what was said. */
  readonly fields: JsonObject;
  /** Only where the caller gave them: another stated time or weight is another statement. */
  readonly declared_at?: number;
  readonly source_priority?: number;
  /** How often the same was said again after something else was. */
  readonly again?: number;
}

export function observationId(identity: ObservationIdentity): string {
  return uuidShaped(sha256(canonicalJson({ ...identity })));
}

export function relationshipKey(type: RelationshipType, source: string, target: string): string {
  return `${type}:${source}:${target}`;
}

export function timelineEventId(sourceId: string, entityId: string, field: string, timestamp: string): string {
  return uuidShaped(sha256(`${sourceId}:${entityId}:${field}:${timestamp}`));
}
