import { defineServer } from "../../../../kernel/index.ts";
import { notebookEnvelope } from "../../envelope.ts";
import type { Notebook } from "../../notebook.ts";
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

/** The one server of this world: exactly the eleven tools of the contract. */
export const notebookServer = defineServer<Notebook>({
  name: "notebook",
  title: "Open Notebook",
  instructions: [
    "A read-only library of notebooks that people wrote. It quotes; it does not answer, reason or remember.",
    "Begin with list_collections, then enter_collection: nothing else works before that.",
    "semantic_search gives references without text; fetch_passage quotes one verbatim and verifies it against its file.",
    "Quote with the reference id. When integrity.verified is false the notebook has changed: say so, or search again.",
    "A result with no_evidence means the notebooks do not say it: hits beside it are only what comes nearest. Artifacts are derived and carry no authority.",
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
