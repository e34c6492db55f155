import type { NamedBlob } from "../blob.ts";
import { type Event, isApplied, LOG_SERVER } from "../event.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { WorldCode } from "../world.ts";
import { type EventRow, toEvent } from "./event-row.ts";

/** A world as far as its entries name blobs. */
interface NamingWorld extends Pick<WorldCode<unknown, unknown>, "blobsOf"> {
  readonly servers: readonly { readonly name: string }[];
}

/** The blobs that an entry names; undefined where nobody here can tell. */
export function createNaming(worlds: readonly NamingWorld[]): (event: Event) => readonly NamedBlob[] | undefined {
  const worldOf = new Map(worlds.flatMap((world) => world.servers.map((server) => [server.name, world] as const)));
  return (event) => {
    if (event.server === LOG_SERVER || !isApplied(event)) return [];
    const world = worldOf.get(event.server);
    return world && (world.blobsOf?.(event) ?? []);
  };
}

/** Whose logs name which of the wanted blobs; not whole where nobody can tell what an entry names, which may be more. */
export async function ownersOfBlobs(
  sql: Sql,
  worlds: readonly NamingWorld[],
  wanted: ReadonlySet<string>,
): Promise<{ owners: Map<string, Set<string>>; isWhole: boolean }> {
  const blobsOf = createNaming(worlds);
  const owners = new Map<string, Set<string>>();
  let isWhole = true;
  for await (const row of sql.each<EventRow>(query`select * from event order by tenant_id, seq`)) {
    const named = namedBy(row, blobsOf);
    if (named === undefined) isWhole = false;
    for (const { sha256 } of named ?? []) {
      if (wanted.has(sha256)) owners.set(sha256, (owners.get(sha256) ?? new Set()).add(row.tenant_id));
    }
  }
  return { owners, isWhole };
}

function namedBy(row: EventRow, blobsOf: ReturnType<typeof createNaming>): readonly NamedBlob[] | undefined {
  try {
    return blobsOf(toEvent(row));
  } catch {
    return undefined;
  }
}
