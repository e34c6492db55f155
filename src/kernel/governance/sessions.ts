import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import type { Sql } from "../sql.ts";
import { takeShare } from "./usage-store.ts";

/** A session is an hour of one agent's changes for one user, over all its connections and processes. */
const SESSION_MS = 60 * 60_000;

/** Counts one change of an agent in the transaction that makes it, or refuses it. */
export async function countOperation(sql: Sql, { tenant, actor }: Caller, limit: number, now: number): Promise<void> {
  const counter = `session ${actor.agent ?? ""}`;
  const { taken, endsInMs } = await takeShare(sql, { tenant, counter, wanted: 1, limit, now, windowMs: SESSION_MS });
  if (taken === 1) return;
  const seconds = Math.max(1, Math.ceil(endsInMs / 1000));
  throw new KernelError("session_used_up", `This agent has made its ${limit} changes of this session`, {
    limit,
    retry_after_seconds: seconds,
  });
}
