import { defineWorld, type World } from "../../kernel/index.ts";
import { readConfig } from "./config.ts";
import { importDemo } from "./demo/import-demo.ts";
import { catalog } from "./migrations/001-catalog.ts";
import { passage } from "./migrations/002-passage.ts";
import { createLifetime, type Notebook, openNotebook } from "./notebook.ts";
import { configuredVectors, type VectorAdapters } from "./search/vectors.ts";
import { notebookServer } from "./servers/notebook/index.ts";
import { importNotebook } from "./write/import-notebook.ts";

export type { Notebook } from "./notebook.ts";
export type { VectorAdapters, VectorAnswer, VectorDocument, VectorHit, VectorSearchAdapter } from "./search/vectors.ts";

/** What this world is given by whoever starts it. */
export interface NotebookHost {
  /** The data folder. */
  readonly folder: string;
  /** The `notebook` key of the configuration file. */
  readonly config: unknown;
  /** The address of the database, where it is a server: what `pgvector` must name. */
  readonly databaseUrl?: string | undefined;
  /** Vector storages of this installation's own, by the name the configuration uses. */
  readonly vectorAdapters?: VectorAdapters;
}

/** Makes the notebook world: human-authored notebooks behind eleven read-only tools. Records nothing. */
export function createNotebook(host: NotebookHost): World<Notebook> {
  const config = readConfig(host.config, host.folder);
  const lifetime = createLifetime(
    config,
    configuredVectors(config.vector_storage, host.vectorAdapters ?? {}, host.databaseUrl),
  );
  return defineWorld<Notebook>({
    name: "notebook",
    servers: [notebookServer],
    migrations: [catalog, passage],
    projections: [],
    open: (scope) => openNotebook(lifetime, scope),
    apply: async () => {},
    importers: { notebook: (path, importHost) => importNotebook(lifetime, path, importHost) },
    demo: (importHost) => importDemo(lifetime, importHost),
  });
}
