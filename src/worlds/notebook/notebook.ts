import type { Parse, Scope } from "../../kernel/index.ts";
import type { NotebookConfig } from "./config.ts";
import { createLibrary, libraryFor } from "./files/library.ts";
import { mayRead } from "./model/readers.ts";
import { createContextHandles } from "./model/session-context.ts";
import { createCatalog } from "./search/catalog.ts";
import type { IndexWork } from "./search/index-work.ts";
import { createIndexer } from "./search/indexer.ts";
import type { OpenVectors } from "./search/vectors.ts";
import { createCollectionStore } from "./store/collection-store.ts";
import { createFileStore } from "./store/file-store.ts";
import { createPassageStore } from "./store/passage-store.ts";

/** What lives as long as the process: contexts without a connection, and what was last seen of the folders. */
export function createLifetime(config: NotebookConfig, openVectors: OpenVectors, parse: Parse) {
  const catalog = createCatalog();
  return {
    config,
    openVectors,
    parse,
    library: createLibrary(config),
    handles: createContextHandles(),
    catalog,
    indexer: createIndexer(catalog),
  };
}

export type Lifetime = ReturnType<typeof createLifetime>;
export type Notebook = ReturnType<typeof openNotebook>;

/** The work on catalog and index that a call or an import may do. */
export function indexWork(
  { library, openVectors, parse }: Lifetime,
  given: Omit<IndexWork, "library" | "openVectors" | "parse">,
): IndexWork {
  return { ...given, library, openVectors, parse };
}

const readersOf = ({ collections, unlisted_collections }: NotebookConfig) => ({
  access: collections,
  unlisted: unlisted_collections,
});

/** What the tools of this world work with, for one call. */
export function openNotebook(lifetime: Lifetime, scope: Scope) {
  const { sql, env, signal, client } = scope;
  const readers = readersOf(lifetime.config);
  // Collections are the installation's, whoever asks.
  const { id: tenant, derive } = scope.installation;
  const work = indexWork(lifetime, {
    tenant,
    env,
    derive,
    signal,
    progress: (done, total, what) => client.progress(done, total, what),
  });
  return {
    scope,
    library: libraryFor(
      lifetime.library,
      (id) => mayRead(readers, scope.caller.tenant, id) && scope.sees({ collections: [id] }),
    ),
    parsing: { parse: lifetime.parse, signal },
    handles: lifetime.handles,
    constraints: lifetime.config.constraints,
    collections: createCollectionStore(sql, tenant),
    files: createFileStore(sql, tenant),
    passages: createPassageStore(sql, tenant),
    /** The passage as it is after a refresh within this call, whose own snapshot may be older. */
    latestPassage: (referenceId: string) => derive((on) => createPassageStore(on.sql, tenant).find(referenceId)),
    vectors: () => lifetime.openVectors({ sql, search: scope.installation.search }),
    /** Looks at the files first: afterwards, and only then, the database is asked. */
    refreshCatalog: (collectionId: string) => lifetime.catalog.refresh(work, collectionId),
    refreshIndex: (collectionId: string) => lifetime.indexer.refresh(work, collectionId),
  };
}
