import type { BoundServer } from "../call/index.ts";
import type { TransportParts } from "./open-connection.ts";

/** Tells of every resource of one tenant that changes, in whichever process. Resolves when nothing later can be missed. */
export async function watchResources(
  parts: TransportParts,
  bound: BoundServer,
  tenant: string,
  changed: (uri: string) => void,
): Promise<() => void> {
  const { resources } = bound.server;
  if (resources === undefined) return () => {};
  const servers = new Set(bound.world.servers.map((server) => server.name));
  return parts.watcher.subscribe(tenant, (event) => {
    // An event belongs to its world: what one server writes, a sister server of the same world may show.
    if (!servers.has(event.server)) return;
    for (const uri of resources.changedBy(event)) changed(uri);
  });
}
