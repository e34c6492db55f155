import { defineWorld, type World } from "../../kernel/index.ts";
import { Config } from "./config.ts";
import { catalog } from "./migrations/001-catalog.ts";
import { passage } from "./migrations/002-passage.ts";
import { installation } from "./migrations/003-installation.ts";
import { speakers } from "./migrations/004-speakers.ts";
import { readAnew } from "./migrations/005-read-anew.ts";
import type { VectorAdapters } from "./model/vector-search.ts";

export type {
  VectorAdapters,
  VectorAnswer,
  VectorDocument,
  VectorHit,
  VectorSearchAdapter,
} from "./model/vector-search.ts";

/** Human-authored notebooks behind eleven read-only tools. Records nothing. */
export const notebook = notebookWith({});

/** The same with vector storages of this installation's own, by the name the configuration uses. */
export function notebookWith(adapters: VectorAdapters): World {
  return defineWorld({
    name: "notebook",
    servers: ["notebook"],
    shared: true,
    config: Config,
    imports: ["notebook"],
    importFlags: {
      collection: { value: "ID", help: "the collection to make; the folder's name otherwise" },
      link: { help: "leave the files where they are instead of copying them" },
      "dry-run": { help: "say what would be brought in, and write nothing" },
    },
    migrations: [catalog, passage, installation, speakers, readAnew],
    load: async () => (await import("./world.ts")).createNotebookWorld(adapters),
  });
}
