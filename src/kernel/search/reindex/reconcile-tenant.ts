import { refuseCancelled } from "../../cancel.ts";
import type { Env } from "../../env.ts";
import type { Sql } from "../../sql.ts";
import type { Engine } from "../store/engine.ts";
import { countSpace, deleteSpace, everySpace, findSpace } from "../store/space-store.ts";
import { followsLog, type Place, placesIn } from "../store/version-store.ts";
import { SEED_BYTES } from "../store/word-sums.ts";
import type { Tally } from "../store/write-index.ts";
import { mendSpace } from "./mend-space.ts";
import { reconcileStep } from "./reconcile-space.ts";

/** Whose documents are made to follow, and from what. */
export interface ReconcileParts {
  /** The transaction in which it is done. */
  readonly live: Sql;
  /** The documents as the log says they should be. */
  readonly expected: Sql;
  readonly tenant: string;
  /** Which world fills which spaces, as far as the log tells. */
  readonly owners: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

/**
 * Makes the documents of one tenant what the log says, with words, vectors and counts, all in one transaction. Nothing
 * is left of the words of what is removed now or was removed before, in the engine's own tables either.
 */
export async function reconcileTenant(engine: Engine, env: Env, parts: ReconcileParts): Promise<Tally> {
  const { live, expected, tenant, owners, signal } = parts;
  const tally: Tally = { added: 0, changed: 0, removed: 0 };
  const wanted = await everySpace(expected);
  const places = placesIn(wanted, await everySpace(live)).filter(
    (place) => place.tenant_id === tenant && followsLog(place, owners),
  );
  const inOne = { read: runIn(live), write: runIn(live) };
  for (const place of places) {
    let after: string | undefined;
    do {
      refuseCancelled(signal);
      after = await reconcileStep(engine, live, expected, place, after, tally);
    } while (after !== undefined);
    const isWanted = wanted.some(({ tenant_id, space }) => tenant_id === tenant && space === place.space);
    if (!isWanted && (await dropEmpty(engine, live, place))) continue;
    await mendSpace(engine, inOne, place, { texts: 0, vectors: 0 }, env.randomBytes(SEED_BYTES), signal);
    const space = await findSpace(live, tenant, place.space);
    if (space !== undefined) await engine.text.purge(live, space);
  }
  await engine.text.sweep(live, tenant);
  await engine.vectors.sweep(live);
  return tally;
}

/** A space that the log no longer knows goes with its last document. Answers whether it is gone. */
async function dropEmpty(engine: Engine, sql: Sql, place: Place): Promise<boolean> {
  const { documents, past } = await countSpace(sql, place);
  if (documents + past > 0) return false;
  const space = await findSpace(sql, place.tenant_id, place.space);
  if (space === undefined) return true;
  await engine.text.drop(sql, space);
  await deleteSpace(sql, space);
  return true;
}

function runIn(sql: Sql) {
  return <Value>(work: (sql: Sql) => Promise<Value>) => work(sql);
}
