import type { JsonObject } from "../json.ts";
import { note } from "./audit.ts";
import type { Ground } from "./parts.ts";
import { hashSecret } from "./secret.ts";
import {
  type ArtifactRow,
  consumeArtifact,
  deleteArtifact,
  deleteArtifactsFor,
  deleteByGrant,
  deleteGrant,
  deleteOldArtifacts,
  findArtifact,
  findArtifactByUid,
  listArtifacts,
  listArtifactsOf,
  upsertArtifact,
} from "./store/artifact-store.ts";
import { findUser } from "./store/user-store.ts";

const CLIENT = "Client";
const GRANT = "Grant";

/** One consent. */
export interface Grant {
  readonly id: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
}

/** What the authorization server remembers, in words of ours; see the adapter of the server. */
export interface Artifacts {
  find(model: string, id: string): Promise<JsonObject | undefined>;
  /** The same by its second name; without its id, which nobody showed. */
  findByUid(model: string, uid: string): Promise<JsonObject | undefined>;
  upsert(model: string, id: string, payload: JsonObject, expiresInSeconds: number | undefined): Promise<void>;
  /** Uses it up; false where it was used before, and then all that came of the same consent is void. */
  consume(model: string, id: string): Promise<boolean>;
  destroy(model: string, id: string): Promise<void>;
  revokeByGrant(model: string, grantId: string): Promise<void>;
  /** Ends one consent and all that came of it. */
  revokeGrant(grantId: string, by?: string): Promise<void>;
  /** Whether a token's user may still use it: neither its consent nor its user has been taken back. */
  holds(grantId: string, user: string): Promise<boolean>;
  /** What a user has allowed, and whom. */
  grantsOf(user: string): Promise<Grant[]>;
  /** The clients that were registered here. */
  clients(): Promise<JsonObject[]>;
  addClient(metadata: JsonObject & { readonly client_id: string }, by?: string): Promise<void>;
  removeClient(clientId: string, by?: string): Promise<boolean>;
}

export function createArtifacts({ env, read, write, refused }: Ground): Artifacts {
  /** Its own id is kept nowhere but in the hash: it is what its holder must show. */
  function toPayload(row: ArtifactRow | undefined, id?: string): JsonObject | undefined {
    if (row === undefined || (row.expires_at !== null && row.expires_at <= env.now())) return undefined;
    const payload = JSON.parse(row.payload) as JsonObject;
    return {
      ...payload,
      ...(id !== undefined && row.model !== CLIENT && { jti: id }),
      ...(row.consumed_at !== null && { consumed: Math.floor(row.consumed_at / 1000) }),
    };
  }

  return {
    find: (model, id) => read(async (sql) => toPayload(await findArtifact(sql, model, hashSecret(id)), id)),
    findByUid: (model, uid) => read(async (sql) => toPayload(await findArtifactByUid(sql, model, uid))),
    upsert: (model, id, payload, expiresInSeconds) =>
      write(async (sql) => {
        const now = env.now();
        const { jti: _id, ...kept } = payload;
        const text = (value: unknown) => (typeof value === "string" ? value : null);
        await deleteOldArtifacts(sql, now);
        await upsertArtifact(sql, {
          model,
          id_hash: hashSecret(id),
          grant_id: model === GRANT ? id : text(payload.grantId),
          uid: text(payload.uid),
          user_name: text(payload.accountId),
          client_id: model === CLIENT ? id : text(payload.clientId),
          payload: JSON.stringify(kept),
          expires_at: expiresInSeconds === undefined ? null : now + expiresInSeconds * 1000,
        });
      }),
    async consume(model, id) {
      const isFirst = await write(async (sql) => {
        const idHash = hashSecret(id);
        if (await consumeArtifact(sql, model, idHash, env.now())) return true;
        const row = await findArtifact(sql, model, idHash);
        if (row?.grant_id != null) await deleteGrant(sql, row.grant_id);
        return false;
      });
      if (!isFirst) await refused("token", { reason: "used_twice", what: model });
      return isFirst;
    },
    destroy: (model, id) => write(async (sql) => void (await deleteArtifact(sql, model, hashSecret(id)))),
    revokeByGrant: (model, grantId) => write((sql) => deleteByGrant(sql, model, grantId)),
    revokeGrant: (grantId, by) =>
      write(async (sql) => {
        await deleteGrant(sql, grantId);
        await note(sql, env, "revoke", "access_revoked", { grant: grantId }, by);
      }),
    holds: (grantId, user) =>
      read(async (sql) => {
        const grant = await findArtifact(sql, GRANT, hashSecret(grantId));
        if (grant === undefined || grant.user_name !== user) return false;
        return (await findUser(sql, user))?.state === "active";
      }),
    grantsOf: (user) => read(async (sql) => (await listArtifactsOf(sql, GRANT, user)).map(toGrant)),
    clients: () =>
      read(async (sql) => {
        const payloads = (await listArtifacts(sql, CLIENT)).map((row) => toPayload(row));
        return payloads.filter((payload) => payload !== undefined);
      }),
    addClient: (metadata, by) =>
      write(async (sql) => {
        const { client_id: id } = metadata;
        await upsertArtifact(sql, {
          model: CLIENT,
          id_hash: hashSecret(id),
          grant_id: null,
          uid: null,
          user_name: null,
          client_id: id,
          payload: JSON.stringify(metadata),
          expires_at: null,
        });
        await note(
          sql,
          env,
          "clients",
          "client_added",
          { client_id: id, name: String(metadata.client_name ?? id) },
          by,
        );
      }),
    removeClient: (clientId, by) =>
      write(async (sql) => {
        if (!(await deleteArtifact(sql, CLIENT, hashSecret(clientId)))) return false;
        await deleteArtifactsFor(sql, clientId);
        await note(sql, env, "clients", "client_removed", { client_id: clientId }, by);
        return true;
      }),
  };
}

function toGrant({ grant_id, client_id, payload, expires_at }: ArtifactRow): Grant {
  const { resources = {} } = JSON.parse(payload) as { resources?: Record<string, string> };
  return {
    id: grant_id ?? "",
    clientId: client_id ?? "",
    scopes: Object.values(resources).flatMap((scopes) => scopes.split(" ")),
    expiresAt: expires_at,
  };
}
