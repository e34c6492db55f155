import type { WorldCode } from "../../kernel/index.ts";
import { readConfig } from "./config.ts";
import { importDemo } from "./demo/import-demo.ts";
import type { VectorAdapters } from "./model/vector-search.ts";
import { createLifetime, type Lifetime, type Notebook, openNotebook } from "./notebook.ts";
import { inspectNotebooks } from "./read/inspect/inspect-notebooks.ts";
import { reindexCollections } from "./search/reindex.ts";
import { configuredVectors } from "./search/vectors.ts";
import { notebookServer } from "./servers/notebook/index.ts";
import { countCollections } from "./store/collection-store.ts";
import { countNotebooks } from "./store/file-store.ts";
import { countPassages } from "./store/passage-store.ts";
import { importNotebook } from "./write/import-notebook.ts";
import { removeCollection } from "./write/remove-collection.ts";

/** What runs of this world. */
export function createNotebookWorld(adapters: VectorAdapters): WorldCode<Notebook, Lifetime> {
  return {
    servers: [notebookServer],
    projections: [],
    start(host) {
      const config = readConfig(host.config, host.folder);
      return createLifetime(config, configuredVectors(config.vector_storage, adapters, host.databaseUrl), host.parse);
    },
    open: openNotebook,
    apply: async () => {},
    reindex: reindexCollections,
    inspect: inspectNotebooks,
    importers: { notebook: importNotebook },
    removers: { collection: removeCollection },
    counts: async (_lifetime, sql) => ({
      collections: await countCollections(sql),
      notebooks: await countNotebooks(sql),
      passages: await countPassages(sql),
    }),
    demo: importDemo,
  };
}
