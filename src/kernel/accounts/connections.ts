import { KernelError } from "../errors.ts";
import type { Sql } from "../sql.ts";
import { note } from "./audit.ts";
import type { ConnectionSeal } from "./connection-seal.ts";
import type { Ground } from "./parts.ts";
import { hashSecret } from "./secret.ts";
import { deleteGrant, findArtifact } from "./store/artifact-store.ts";
import {
  type ConnectionRow,
  countPending,
  deleteConnection,
  findConnection,
  listConnections,
  upsertConnection,
} from "./store/connection-store.ts";
import { findUser } from "./store/user-store.ts";

/** How long somebody has to sign in for a new connection. */
const PENDING_MS = 600_000;
/** Anybody may begin one, so there is an end to how many wait. */
const PENDING_MAX = 1000;
const USE_NOTED_MS = 3_600_000;
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,99}$/;

export type ConnectionStatus = "pending" | "active" | "expired";

export interface Connection {
  readonly id: string;
  readonly user: string | null;
  readonly clientName: string | null;
  readonly scopes: readonly string[];
  readonly status: ConnectionStatus;
  readonly createdAt: number;
  readonly usedAt: number | null;
}

export interface ActiveConnection {
  readonly user: string;
  readonly scopes: readonly string[];
  readonly clientName: string | null;
}

/** Connections: names under which clients without a browser act for a user who has signed in for them. */
export interface Connections {
  /** Begins one. An id that somebody has signed in for is taken. */
  begin(id: string, clientName: string | null): Promise<void>;
  /** Somebody has signed in for it. */
  activate(id: string, given: { user: string; scopes: string; grantId: string; refreshToken: string }): Promise<void>;
  find(id: string): Promise<Connection | undefined>;
  list(user: string): Promise<Connection[]>;
  /** Ends it with all that it was given; false where this user has none of this id. */
  revoke(id: string, user: string): Promise<boolean>;
  /** Whom a process acts for that was given this id; says why where it acts for nobody. */
  use(id: string): Promise<ActiveConnection>;
  /** Notes that a process uses it, once an hour: its user sees by that which ones are left over. */
  noteUse(id: string): Promise<void>;
}

export function createConnections({ env, read, write }: Ground, seal: ConnectionSeal): Connections {
  async function statusOn(sql: Sql, row: ConnectionRow): Promise<ConnectionStatus> {
    if (row.user_name === null) return (row.expires_at ?? 0) > env.now() ? "pending" : "expired";
    return (await reasonAgainst(sql, row)) === undefined ? "active" : "expired";
  }

  /** Why a connection that somebody signed in for does not hold any more. */
  async function reasonAgainst(sql: Sql, row: ConnectionRow): Promise<string | undefined> {
    if (row.user_name === null) return "nobody has signed in for it yet";
    if ((await findUser(sql, row.user_name))?.state !== "active") return "its user may no longer sign in";
    const token = row.refresh_token === null ? undefined : await seal.open(row.id, row.refresh_token);
    if (token === undefined) return "its refresh token cannot be opened";
    const kept = await findArtifact(sql, "RefreshToken", hashSecret(token));
    const isGone = kept === undefined || (kept.expires_at ?? 0) <= env.now() || kept.consumed_at !== null;
    return isGone ? "its refresh token has expired or was revoked" : undefined;
  }

  const toConnection = async (sql: Sql, row: ConnectionRow): Promise<Connection> => ({
    id: row.id,
    user: row.user_name,
    clientName: row.client_name,
    scopes: row.scopes === "" ? [] : row.scopes.split(" "),
    status: await statusOn(sql, row),
    createdAt: row.created_at,
    usedAt: row.used_at,
  });

  return {
    async begin(id, clientName) {
      if (!ID.test(id)) {
        throw new KernelError("invalid_arguments", "A connection id has 8 to 100 letters, digits and . _ -");
      }
      await write(async (sql) => {
        if ((await countPending(sql, env.now())) >= PENDING_MAX) {
          throw new KernelError("rate_limited", "Too many connections wait for somebody to sign in", {
            retry_after_seconds: 60,
          });
        }
        if ((await findConnection(sql, id))?.user_name != null) {
          throw new KernelError("conflict", "There is a connection with this id already; choose another");
        }
        const now = env.now();
        await upsertConnection(sql, {
          id,
          user_name: null,
          client_name: clientName,
          scopes: "",
          grant_id: null,
          refresh_token: null,
          created_at: now,
          used_at: null,
          expires_at: now + PENDING_MS,
        });
      });
    },
    async activate(id, { user, scopes, grantId, refreshToken }) {
      const sealed = await seal.seal(id, refreshToken);
      await write(async (sql) => {
        const row = await findConnection(sql, id);
        if (row === undefined || row.user_name !== null) {
          throw new KernelError("conflict", "This connection is no longer waiting for anybody");
        }
        await upsertConnection(sql, {
          ...row,
          user_name: user,
          scopes,
          grant_id: grantId,
          refresh_token: sealed,
          expires_at: null,
        });
        await note(sql, env, "connections", "connection_made", { connection: id, user, scopes }, user);
      });
    },
    find: (id) =>
      read(async (sql) => {
        const row = await findConnection(sql, id);
        return row && toConnection(sql, row);
      }),
    list: (user) =>
      read(async (sql) => {
        const found: Connection[] = [];
        for (const row of await listConnections(sql, user)) found.push(await toConnection(sql, row));
        return found;
      }),
    revoke: (id, user) =>
      write(async (sql) => {
        const row = await findConnection(sql, id);
        if (row === undefined || row.user_name !== user) return false;
        if (row.grant_id !== null) await deleteGrant(sql, row.grant_id);
        await deleteConnection(sql, id);
        await note(sql, env, "connections", "connection_revoked", { connection: id, user }, user);
        return true;
      }),
    async use(id) {
      const row = await read(async (sql) => {
        const found = await findConnection(sql, id);
        const reason = found === undefined ? "there is no such connection" : await reasonAgainst(sql, found);
        if (reason !== undefined) throw new KernelError("unauthenticated", reason);
        return found;
      });
      return {
        user: row?.user_name ?? "",
        scopes: (row?.scopes ?? "").split(" "),
        clientName: row?.client_name ?? null,
      };
    },
    async noteUse(id) {
      const isNoted = (row: ConnectionRow | undefined) => (row?.used_at ?? 0) > env.now() - USE_NOTED_MS;
      if (isNoted(await read((sql) => findConnection(sql, id)))) return;
      await write(async (sql) => {
        const row = await findConnection(sql, id);
        if (row !== undefined && !isNoted(row)) await upsertConnection(sql, { ...row, used_at: env.now() });
      });
    },
  };
}
