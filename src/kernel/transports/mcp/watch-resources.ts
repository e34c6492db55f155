import type { BoundServer } from "../../call/index.ts";
import type { Event } from "../../event.ts";
import { approvalAddressIn } from "../../governance/index.ts";
import type { Sql } from "../../sql.ts";
import type { TransportParts } from "./open-connection.ts";

/** Who is told of what a watch has seen. */
interface Told {
  updated(uri: string): void;
  listChanged(): void;
}

/** Watches resources of one tenant, whichever process changes them. Whoever adds one is sure to miss nothing later. */
export interface ResourceWatch {
  /** Watches a resource until it is removed as often as it was added. */
  add(uri: string): Promise<void>;
  remove(uri: string): void;
  /** Watches the list of resources. */
  addList(): Promise<void>;
  stop(): void;
}

export function createResourceWatch(
  parts: TransportParts,
  bound: BoundServer,
  tenant: string,
  told: Told,
): ResourceWatch {
  const { resources } = bound.server;
  const servers = new Set(bound.world.servers.map((server) => server.name));
  const counts = new Map<string, number>();
  /** What the list is sure to have: told of, and nothing has left since. */
  const announced = new Set<string>();
  let listIsWatched = false;
  let watching: Promise<() => void> | undefined;

  async function tell(event: Event, sql: Sql): Promise<void> {
    // What an agent waits for is the kernel's, on every server.
    const decided = approvalAddressIn(event);
    if (decided !== undefined && counts.has(decided)) told.updated(decided);
    // An event belongs to its world: what one server writes, a sister server of the same world may show.
    if (resources === undefined || !servers.has(event.server)) return;
    if (counts.size > 0) {
      const isChanged = oneOf(await resources.changedBy(event, sql));
      for (const uri of counts.keys()) if (isChanged(uri)) told.updated(uri);
    }
    if (listIsWatched && isNews(resources.listedBy?.(event) ?? [])) told.listChanged();
  }

  function isNews(addresses: readonly string[]): boolean {
    // What may have left the list is not named one by one.
    if (addresses.some((address) => address.includes("*"))) {
      announced.clear();
      return true;
    }
    const news = addresses.filter((address) => !announced.has(address));
    for (const address of news) announced.add(address);
    return news.length > 0;
  }

  async function start(): Promise<void> {
    watching ??= parts.watcher.subscribe(tenant, tell);
    await watching;
  }

  return {
    async add(uri) {
      counts.set(uri, (counts.get(uri) ?? 0) + 1);
      await start();
    },
    remove(uri) {
      const count = (counts.get(uri) ?? 0) - 1;
      if (count > 0) counts.set(uri, count);
      else counts.delete(uri);
    },
    async addList() {
      if (resources?.listedBy === undefined) return;
      listIsWatched = true;
      await start();
    },
    stop: () => void watching?.then((end) => end()),
  };
}

/** Whether an address is one of those that changed. Its query only chooses what is shown of it. */
function oneOf(changed: readonly string[]): (uri: string) => boolean {
  const exact = new Set(changed);
  const patterns = changed.filter((address) => address.includes("*")).map((pattern) => pattern.split("/"));
  return (uri) => {
    const [address = ""] = uri.split(/[?#]/, 1);
    const own = address.split("/");
    const fits = (pattern: readonly string[]) =>
      pattern.length === own.length && pattern.every((part, index) => part === "*" || part === own[index]);
    return exact.has(address) || patterns.some(fits);
  };
}
