import type { WorldCode } from "../../kernel/index.ts";
import { applyTruth } from "./apply/apply.ts";
import { checkTruth } from "./apply/check.ts";
import { modelOf } from "./config.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { createFileAccess } from "./files/file-access.ts";
import { blobsOfEntry } from "./model/blobs-of-entry.ts";
import { touchesOf } from "./model/touches.ts";
import { openTruth } from "./read/entities-now.ts";
import { inspectTruth } from "./read/inspect.ts";
import { memoryServer } from "./servers/memory/index.ts";
import { truthServer } from "./servers/truth/index.ts";
import { DERIVATIONS } from "./store/derivations.ts";
import { countEntities } from "./store/entity-store.ts";

export { fillValues } from "./store/fill-values.ts";

import { PROJECTIONS } from "./store/projections.ts";
import { countSources, showSource } from "./store/source-store.ts";
import type { Lifetime, Truth } from "./truth.ts";
import { exportGraphml, exportMarkdown, exportNdjson } from "./write/carry/export-truth.ts";
import { importChats } from "./write/carry/import-chats.ts";
import { importFiles } from "./write/carry/import-files.ts";
import { eraseEntity, eraseSource, eraseUser } from "./write/erase/erase.ts";
import { exportMemory, importMemory } from "./write/import-memory.ts";

/** What runs of this world. */
export const truthWorld: WorldCode<Truth, Lifetime> = {
  servers: [truthServer, memoryServer],
  projections: PROJECTIONS,
  start: (host) => ({
    files: createFileAccess(host),
    parse: host.parse,
    typeVectors: new Map(),
    ...modelOf(host),
  }),
  open: openTruth,
  apply: applyTruth,
  touches: touchesOf,
  blobsOf: blobsOfEntry,
  follows: DERIVATIONS,
  check: checkTruth,
  erases: { entity: eraseEntity, source: eraseSource, user: eraseUser },
  inspect: ({ parse }, host) => inspectTruth(host, parse),
  importers: {
    "memory-jsonl": (_lifetime, path, host) => importMemory(path, host),
    files: importFiles("files"),
    folder: importFiles("files"),
    "basic-memory": importFiles("notes"),
    mem0: importFiles("files"),
    letta: importFiles("files"),
    chatgpt: importChats,
    claude: importChats,
  },
  exporters: {
    "memory-jsonl": (_lifetime, path, host) => exportMemory(path, host),
    ndjson: exportNdjson,
    markdown: exportMarkdown,
    graphml: exportGraphml,
  },
  counts: async (_lifetime, sql) => ({ entities: await countEntities(sql), sources: await countSources(sql) }),
  shows: { source: showSource },
  demo: (_lifetime, host) => makeDemo(host),
};
