import { createHmac } from "node:crypto";
import type { Env } from "../env.ts";
import type { Sql } from "../sql.ts";
import { deleteOldTickets, deleteTicket, findTicket, replaceTicket } from "./store/ticket-store.ts";

/** After so many wrong passwords each further one costs a wait, which doubles up to a minute. */
const FREE_FAILURES = 5;
const LOCK_MS_MAX = 60_000;
/** Names that nobody tried for so long begin anew: whoever tries many must not fill the table. */
const KEPT_MS = 15 * 60_000;
const KIND = "guesses";

interface Guessed {
  readonly failures: number;
  readonly locked_until: number;
}

/**
 * Wrong passwords by the name they were tried for, whether or not anybody has it: a name that never has to wait would
 * tell that nobody goes by it.
 */
export interface Guesses {
  /** How long nobody is let in by this name. */
  waitMs(sql: Sql, name: string): Promise<number>;
  failed(sql: Sql, name: string): Promise<void>;
  forget(sql: Sql, name: string): Promise<void>;
}

export function createGuesses(env: Env, key: () => Promise<string>): Guesses {
  /** Under a key of ours: people type passwords into the wrong field. */
  const hashOf = async (name: string) =>
    createHmac("sha256", await key())
      .update(`${KIND}\n${name}`)
      .digest("hex");

  async function find(sql: Sql, name: string): Promise<Guessed> {
    const row = await findTicket(sql, KIND, await hashOf(name));
    if (row === undefined || row.expires_at <= env.now()) return { failures: 0, locked_until: 0 };
    return JSON.parse(row.payload) as Guessed;
  }

  return {
    waitMs: async (sql, name) => Math.max(0, (await find(sql, name)).locked_until - env.now()),
    async failed(sql, name) {
      const failures = (await find(sql, name)).failures + 1;
      const waitMs = failures < FREE_FAILURES ? 0 : Math.min(LOCK_MS_MAX, 1000 * 2 ** (failures - FREE_FAILURES));
      const now = env.now();
      const guessed: Guessed = { failures, locked_until: now + waitMs };
      await deleteOldTickets(sql, now);
      await replaceTicket(sql, {
        id_hash: await hashOf(name),
        kind: KIND,
        payload: JSON.stringify(guessed),
        expires_at: now + KEPT_MS,
      });
    },
    async forget(sql, name) {
      await deleteTicket(sql, KIND, await hashOf(name));
    },
  };
}
