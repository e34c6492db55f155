import { z } from "zod";
import { defineServer, defineWorld, KernelError, type World } from "../../kernel/index.ts";
import { PROJECTIONS } from "./apply/projections.ts";
import { applyTruth } from "./apply.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { truthEnvelope } from "./envelope.ts";
import { createFileAccess } from "./files/file-access.ts";
import { truthTables } from "./migrations/001-truth.ts";
import { truthWinners } from "./migrations/002-winners.ts";
import { READ_TOOLS } from "./read-tools.ts";
import { complete, resources } from "./resources/index.ts";
import { correct } from "./tools/correct.ts";
import { createRelationship } from "./tools/create-relationship.ts";
import { createRelationships } from "./tools/create-relationships.ts";
import { deleteEntity } from "./tools/delete-entity.ts";
import { deleteRelationship } from "./tools/delete-relationship.ts";
import { mergeEntities } from "./tools/merge-entities.ts";
import { restoreEntity } from "./tools/restore-entity.ts";
import { splitEntity } from "./tools/split-entity.ts";
import { store } from "./tools/store.ts";
import { storeStructured } from "./tools/store-structured.ts";
import { storeUnstructured } from "./tools/store-unstructured.ts";
import { unmergeEntities } from "./tools/unmerge-entities.ts";
import { openTruth } from "./truth.ts";
import type { FilingTruth } from "./write/filing.ts";

/** What this world is given by whoever starts it. */
export interface TruthHost {
  /** The data folder. */
  readonly folder: string;
  /** The `truth` key of the configuration file. */
  readonly config: unknown;
  /** Folders below which `file_path` may be read; none given means the working folder and `import/` of the data folder, for callers on this machine only. */
  readonly filesRoots?: readonly string[];
  /** What relative paths start from. */
  readonly workingFolder: string;
  /** The most one message may hold, where the operator says so. */
  readonly messageMib?: number;
}

/** A 50 MB file travels as base64 inside a message. */
const MIB = 1024 * 1024;
const MESSAGE_BYTES_MAX = 72 * MIB;

const server = defineServer<FilingTruth>({
  name: "truth",
  title: "Truth",
  instructions: [
    "What is known about people, companies, invoices and the like, and how it is known. Every field opens the statement and the source behind it.",
    "Store what you learn as it comes up. From a conversation or another tool: store_structured with entity_type and every field you have, also unknown ones. A file: store_unstructured, raw, without reading it first.",
    "Set these types directly: contact, person, company, task, invoice, transaction, receipt, note, contract, event. For any other type call list_entity_types first.",
    "Before you store or answer, look: retrieve_entity_by_identifier for a name, e-mail or number, retrieve_entities for a type or a search, retrieve_related_entities for connections, list_timeline_events for dates.",
    "A wrong value is overruled with correct, which always wins. Duplicates: merge_entities, undone with unmerge_entities. Connections: create_relationship.",
    "at asks what was true then, at_ingested what was known then. user_id is never needed. Repeat a failed store with the same idempotency_key.",
  ].join("\n"),
  envelope: truthEnvelope,
  messageBytesMax: MESSAGE_BYTES_MAX,
  resources,
  complete,
  tools: [
    store,
    storeStructured,
    storeUnstructured,
    correct,
    mergeEntities,
    createRelationship,
    ...READ_TOOLS,
    unmergeEntities,
    splitEntity,
    deleteEntity,
    restoreEntity,
    createRelationships,
    deleteRelationship,
  ],
});

const Config = z.strictObject({});

/** Makes the truth world: observations about entities, and what they come to. */
export function createTruth(host: TruthHost): World<FilingTruth> {
  const parsed = Config.safeParse(host.config ?? {});
  if (!parsed.success) throw new KernelError("invalid_arguments", "The setting truth has no keys of its own");
  const files = createFileAccess(host);
  const house = { filesRoots: files.rootsOf };
  return defineWorld<FilingTruth>({
    name: "truth",
    servers: [host.messageMib === undefined ? server : { ...server, messageBytesMax: host.messageMib * MIB }],
    migrations: [truthTables, truthWinners],
    projections: PROJECTIONS,
    open: (scope) => ({ ...openTruth(house, scope), files }),
    apply: applyTruth,
    demo: makeDemo,
  });
}
