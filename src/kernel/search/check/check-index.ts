import { refuseCancelled } from "../../cancel.ts";
import type { Env } from "../../env.ts";
import type { Sql } from "../../sql.ts";
import type { Finding } from "../../world.ts";
import type { Engine } from "../store/engine.ts";
import { countDocuments, everySpace } from "../store/space-store.ts";
import { followsLog, placesIn } from "../store/version-store.ts";
import { checkSpace } from "./check-space.ts";

/** What the index is checked against. */
export interface CheckParts {
  /** One unchanging view of the database; nothing is written to it. */
  readonly live: Sql;
  /** The documents as the log says they should be. */
  readonly expected: Sql;
  /** Which world fills which spaces, as far as the log tells. */
  readonly owners: ReadonlyMap<string, string>;
  /** Documents of a tenant from before this time were dated by an earlier build, which was a moment late. */
  exactSince(tenant: string): Promise<number>;
  progress(done: number, total: number, what: string): void;
  readonly signal: AbortSignal;
}

/**
 * Looks at every document, past ones too, and at all that is kept to find them by; tells of each space the first wrong
 * thing of each kind. Documents may wait for their vectors.
 */
export async function* checkIndex(engine: Engine, env: Env, parts: CheckParts): AsyncIterable<Finding> {
  const { live, expected, progress, signal } = parts;
  const total = await countDocuments(live);
  let done = 0;
  for (const place of placesIn(await everySpace(expected), await everySpace(live))) {
    const looked = (documents: number) => {
      refuseCancelled(signal);
      done += documents;
      progress(done, Math.max(done, total), `checking ${place.space}`);
    };
    looked(0);
    const exactSince = await parts.exactSince(place.tenant_id);
    const wanted = followsLog(place, parts.owners) ? expected : undefined;
    yield* checkSpace(engine, env, { live, expected: wanted, exactSince }, place, looked);
  }
  const stray = await engine.vectors.stray(live);
  if (stray !== undefined) yield { what: `vector ${stray} of the search index`, reason: "it belongs to no document" };
}
