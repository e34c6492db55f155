import { KernelError, type Scope } from "../../kernel/index.ts";
import type { NotebookConfig } from "./config.ts";
import { createArtifacts } from "./files/artifacts.ts";
import { createLibrary } from "./files/library.ts";
import { createContexts } from "./model/session-context.ts";
import { createVerifier } from "./read/verify-passage.ts";
import { createCatalog } from "./search/catalog.ts";
import type { Upkeep } from "./search/index-work.ts";
import { createIndexer } from "./search/indexer.ts";
import type { OpenVectors } from "./search/vectors.ts";
import { createCatalogStore } from "./store/catalog-store.ts";
import { createPassageStore } from "./store/passage-store.ts";

/** What lives as long as the process: contexts without a connection, and what was last seen of the folders. */
export function createHouse(config: NotebookConfig, openVectors: OpenVectors) {
  const catalog = createCatalog();
  return {
    config,
    openVectors,
    library: createLibrary(config),
    contexts: createContexts(),
    catalog,
    indexer: createIndexer(catalog),
  };
}

export type House = ReturnType<typeof createHouse>;
export type Notebook = ReturnType<typeof openNotebook>;

/** What the tools of this world work with, for one call. */
export function openNotebook(house: House, scope: Scope) {
  const { library, contexts, config } = house;
  const { tenant } = scope.caller;
  const upkeep: Upkeep = {
    tenant,
    library,
    openVectors: house.openVectors,
    env: scope.env,
    derive: scope.derive,
    signal: scope.signal,
    progress: (done, total, what) => scope.client.progress(done, total, what),
  };
  return {
    scope,
    library,
    contexts,
    constraints: config.constraints,
    /** Looks at the files first: afterwards, and only then, the database is asked. */
    refreshCatalog: (collectionId: string) => house.catalog.refresh(upkeep, collectionId),
    refreshIndex: (collectionId: string) => house.indexer.refresh(upkeep, collectionId),
    vectors: () => house.openVectors(scope),
    catalogOf: (collectionId: string) => createCatalogStore(scope.sql, tenant, collectionId),
    passages: createPassageStore(scope.sql, tenant),
    /** The passages as they are after a refresh within this call. */
    latestPassage: (referenceId: string) =>
      scope.derive(({ sql }) => createPassageStore(sql, tenant).find(referenceId)),
    artifactsOf: (collectionId: string) => createArtifacts(library.artifacts, collectionId),
    verifierOf: (collectionId: string) => createVerifier(library, collectionId, config.constraints.max_passage_context),
    stopIfCancelled() {
      if (scope.signal.aborted) throw new KernelError("cancelled", "The caller cancelled this call");
    },
  };
}
