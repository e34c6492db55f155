import type { OwnedBlob } from "../blob.ts";
import { REFUSED } from "../event.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { WorldCode } from "../world.ts";
import { type EventRow, toEvent } from "./event-row.ts";

/** A world as far as its entries name blobs. */
interface NamingWorld extends Pick<WorldCode<unknown, unknown>, "blobsOf"> {
  readonly servers: readonly { readonly name: string }[];
}

/**
 * Every blob that the log names, by tenant and in the order of its log; again where it is named again. Told of each
 * entry that cannot be read, or whose world is not here: it may name others.
 */
export async function* everyNamedBlob(
  sql: Sql,
  worlds: readonly NamingWorld[],
  onUnreadable: () => void,
): AsyncIterable<OwnedBlob> {
  const worldOf = new Map(worlds.flatMap((world) => world.servers.map((server) => [server.name, world] as const)));
  for await (const row of sql.each<EventRow>(query`select * from event order by tenant_id, seq`)) {
    if (row.kind === REFUSED) continue;
    let blobs: ReturnType<NonNullable<NamingWorld["blobsOf"]>> = [];
    try {
      const world = worldOf.get(row.server);
      if (world === undefined) onUnreadable();
      else blobs = world.blobsOf?.(toEvent(row)) ?? [];
    } catch {
      onUnreadable();
    }
    for (const blob of blobs) yield { tenant: row.tenant_id, ...blob };
  }
}

/** Whose logs name which of the wanted blobs; not whole where an entry could not be read, which may name more. */
export async function ownersOfBlobs(
  sql: Sql,
  worlds: readonly NamingWorld[],
  wanted: ReadonlySet<string>,
): Promise<{ owners: Map<string, Set<string>>; isWhole: boolean }> {
  const owners = new Map<string, Set<string>>();
  let isWhole = true;
  const unreadable = () => {
    isWhole = false;
  };
  for await (const { tenant, sha256 } of everyNamedBlob(sql, worlds, unreadable)) {
    if (wanted.has(sha256)) owners.set(sha256, (owners.get(sha256) ?? new Set()).add(tenant));
  }
  return { owners, isWhole };
}
