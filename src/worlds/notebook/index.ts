import { defineServer, defineWorld, type World } from "../../kernel/index.ts";
import { readConfig } from "./config.ts";
import { importDemo } from "./demo/import-demo.ts";
import { notebookEnvelope } from "./envelope.ts";
import { importNotebook } from "./import-notebook.ts";
import { catalog } from "./migrations/001-catalog.ts";
import { passage } from "./migrations/002-passage.ts";
import { createHouse, type Notebook, openNotebook } from "./notebook.ts";
import { beginResultStream } from "./tools/begin-result-stream.ts";
import { describeWorld } from "./tools/describe-world.ts";
import { enterCollection } from "./tools/enter-collection.ts";
import { explainProvenance } from "./tools/explain-provenance.ts";
import { fetchPassage } from "./tools/fetch-passage.ts";
import { listArtifactSets } from "./tools/list-artifact-sets.ts";
import { listCollections } from "./tools/list-collections.ts";
import { listConstraints } from "./tools/list-constraints.ts";
import { nextStreamChunk } from "./tools/next-stream-chunk.ts";
import { retrieveArtifact } from "./tools/retrieve-artifact.ts";
import { semanticSearch } from "./tools/semantic-search.ts";
import { configuredVectors, type VectorAdapters } from "./vectors.ts";

export type { Notebook } from "./notebook.ts";
export type { VectorAdapters, VectorAnswer, VectorDocument, VectorHit, VectorSearchAdapter } from "./vectors.ts";

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

const server = defineServer<Notebook>({
  name: "notebook",
  title: "Open Notebook",
  instructions: [
    "A read-only library of notebooks that people wrote. It quotes; it does not answer, reason or remember.",
    "Begin with list_collections, then enter_collection: nothing else works before that.",
    "semantic_search gives references without text; fetch_passage quotes one verbatim and verifies it against its file.",
    "Quote with the reference id. When integrity.verified is false the notebook has changed: say so, or search again.",
    "An empty result with no_evidence means the notebooks do not say it. Artifacts are derived and carry no authority.",
  ].join("\n"),
  envelope: notebookEnvelope,
  takes: {},
  tools: [
    describeWorld,
    listCollections,
    enterCollection,
    listArtifactSets,
    semanticSearch,
    fetchPassage,
    retrieveArtifact,
    beginResultStream,
    nextStreamChunk,
    explainProvenance,
    listConstraints,
  ],
});

/** Makes the notebook world: human-authored notebooks behind eleven read-only tools. Records nothing. */
export function createNotebook(host: NotebookHost): World<Notebook> {
  const config = readConfig(host.config, host.folder);
  const house = createHouse(
    config,
    configuredVectors(config.vector_storage, host.vectorAdapters ?? {}, host.databaseUrl),
  );
  return defineWorld<Notebook>({
    name: "notebook",
    servers: [server],
    migrations: [catalog, passage],
    projections: [],
    open: (scope) => openNotebook(house, scope),
    apply: async () => {},
    importers: { notebook: (path, importHost) => importNotebook(house, path, importHost) },
    demo: (importHost) => importDemo(house, importHost),
  });
}
