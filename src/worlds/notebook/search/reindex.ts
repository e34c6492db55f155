import type { ReindexHost } from "../../../kernel/index.ts";
import { indexWork, type Lifetime } from "../notebook.ts";
import { createCollectionStore } from "../store/collection-store.ts";
import { createFileStore } from "../store/file-store.ts";
import { createPassageStore } from "../store/passage-store.ts";
import { createCatalog } from "./catalog.ts";
import { createIndexer } from "./indexer.ts";
import { spacesOf } from "./vectors.ts";

/**
 * Cuts the files of every collection that was ever indexed anew, and removes what is not a passage of theirs. A passage
 * that is there as it should be keeps its vector. Broken off, the files that are left are taken up by the next search.
 */
export async function reindexCollections(lifetime: Lifetime, host: ReindexHost): Promise<void> {
  const { id: tenant, derive } = host.installation;
  const work = indexWork(lifetime, { tenant, env: host.env, derive, signal: host.signal, progress: host.progress });
  for (const collectionId of await lifetime.library.collectionIds()) {
    const known = await derive(async ({ sql }) => {
      const found = await createCollectionStore(sql, tenant).find(collectionId);
      if (found !== undefined) await createFileStore(sql, tenant).markUnindexed(collectionId);
      return found;
    });
    if (known === undefined) continue;
    // An indexer of its own: that of the process remembers that nothing has changed.
    await createIndexer(createCatalog()).refresh(work, collectionId);
    await derive(async ({ sql, search }) => {
      const [prose, talk] = spacesOf(collectionId);
      const live = await createPassageStore(sql, tenant).liveIdsOf(collectionId);
      await search.retain(prose, new Set(live.prose));
      await search.retain(talk, new Set(live.talk));
    });
  }
}
