import { defineServer } from "../../../../kernel/index.ts";
import type { Truth } from "../../truth.ts";
import { memoryEnvelope } from "./envelope.ts";
import { resources } from "./resources.ts";
import { addObservations } from "./tools/add-observations.ts";
import { createEntities } from "./tools/create-entities.ts";
import { createRelations } from "./tools/create-relations.ts";
import { deleteEntities } from "./tools/delete-entities.ts";
import { deleteObservations } from "./tools/delete-observations.ts";
import { deleteRelations } from "./tools/delete-relations.ts";
import { openNodes } from "./tools/open-nodes.ts";
import { readGraph } from "./tools/read-graph.ts";
import { searchNodes } from "./tools/search-nodes.ts";

/** A whole memory may be created in one call. */
const MESSAGE_BYTES_MAX = 72 * 1024 * 1024;

/** The official memory server's tools on a store that keeps every write, whoever else writes at the same time. */
export const memoryServer = defineServer<Truth>({
  name: "memory",
  title: "Memory",
  instructions: [
    "A memory of named entities, what is known of each in single lines, and how they stand to each other.",
    "Look before you write: search_nodes takes words or a question, open_nodes exact names.",
    "create_entities for what is new, add_observations for more about what is there, create_relations for connections in active voice.",
    "Several clients may use one memory at once: no write is lost.",
  ].join("\n"),
  envelope: memoryEnvelope,
  // A drop-in deletes when it is told to, as the original does; the log keeps what was there.
  gates: { approvals: "never" },
  resultCharsMax: null,
  messageBytesMax: MESSAGE_BYTES_MAX,
  resources,
  tools: [
    createEntities,
    createRelations,
    addObservations,
    deleteEntities,
    deleteObservations,
    deleteRelations,
    readGraph,
    searchNodes,
    openNodes,
  ],
});
