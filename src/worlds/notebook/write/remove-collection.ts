import { type ImportHost, KernelError } from "../../../kernel/index.ts";
import { putLink, removeFolderOf, requireFolder } from "../files/write-collection.ts";
import { REMOVED } from "../model/collection-events.ts";
import type { Lifetime } from "../notebook.ts";
import { spacesOf } from "../search/vectors.ts";
import { createCollectionStore } from "../store/collection-store.ts";
import { createFileStore } from "../store/file-store.ts";
import { createPassageStore } from "../store/passage-store.ts";

/** Takes a collection out: the copy goes, a linked folder stays where it is. The log says so. */
export async function removeCollection(lifetime: Lifetime, id: string, host: ImportHost): Promise<string> {
  const root = requireFolder(lifetime.config);
  if (!(await lifetime.library.has(id))) {
    throw new KernelError("not_found", "There is no such collection", {
      collection: id,
      collections: [...(await lifetime.library.collectionIds())],
    });
  }
  const linked = (await lifetime.library.links()).get(id);
  await host.derive(({ record }) =>
    record("notebook", "remove", { kind: REMOVED, payload: { collection_id: id, linked: linked ?? null } }),
  );
  await putLink(root, id, undefined, host.env);
  await removeFolderOf(root, id);
  await host.installation.derive(async ({ sql, search }) => {
    for (const space of spacesOf(id)) await search.retain(space, new Set());
    await createPassageStore(sql, host.installation.id).removeAll(id);
    await createFileStore(sql, host.installation.id).removeAll(id);
    await createCollectionStore(sql, host.installation.id).remove(id);
  });
  return linked === undefined
    ? `collection ${id} is removed, and its copies of notebooks`
    : `collection ${id} is no longer linked; the files in ${linked} stay as they are`;
}
