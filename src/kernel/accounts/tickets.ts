import type { JsonObject } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { Ground } from "./parts.ts";
import { hashSecret, newSecret } from "./secret.ts";
import { deleteOldTickets, deleteTicket, findTicket, insertTicket } from "./store/ticket-store.ts";

/** Secrets that hold once, for a while. */
export interface Tickets {
  /** Hands out a new one; inside a transaction where one is given. */
  issue(kind: string, payload: JsonObject, ttlMs: number, sql?: Sql): Promise<string>;
  /** What it stands for, as long as it holds. */
  read(kind: string, secret: string): Promise<JsonObject | undefined>;
  /** The same, and it holds no longer: of many who try, one gets it. */
  take(kind: string, secret: string, sql?: Sql): Promise<JsonObject | undefined>;
}

export function createTickets({ env, read, write }: Ground): Tickets {
  async function find(sql: Sql, kind: string, secret: string): Promise<JsonObject | undefined> {
    const row = await findTicket(sql, kind, hashSecret(secret));
    if (row === undefined || row.expires_at <= env.now()) return undefined;
    return JSON.parse(row.payload) as JsonObject;
  }

  async function takeOn(sql: Sql, kind: string, secret: string): Promise<JsonObject | undefined> {
    const found = await find(sql, kind, secret);
    return found !== undefined && (await deleteTicket(sql, kind, hashSecret(secret))) ? found : undefined;
  }

  return {
    async issue(kind, payload, ttlMs, sql) {
      const secret = newSecret(env);
      const row = {
        id_hash: hashSecret(secret),
        kind,
        payload: JSON.stringify(payload),
        expires_at: env.now() + ttlMs,
      };
      const insert = async (on: Sql) => {
        await deleteOldTickets(on, env.now());
        await insertTicket(on, row);
      };
      await (sql === undefined ? write(insert) : insert(sql));
      return secret;
    },
    read: (kind, secret) => read((sql) => find(sql, kind, secret)),
    take: (kind, secret, sql) =>
      sql === undefined ? write((own) => takeOn(own, kind, secret)) : takeOn(sql, kind, secret),
  };
}
