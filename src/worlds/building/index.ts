import { defineWorld } from "../../kernel/index.ts";
import { EXPORTS_ROOT, exportsFolder } from "./config.ts";
import { buildingTables } from "./migrations/001-building.ts";
import { documentIndex } from "./migrations/002-documents.ts";

/** Buildings as parameters: elements on branches, the solids they come to, and every change of them in the log. */
export const building = defineWorld({
  name: "building",
  servers: ["geometry", "spatial", "validation", "documentation", "model"],
  roots: (host) => ({ [EXPORTS_ROOT]: exportsFolder(host) }),
  imports: ["ifc"],
  migrations: [buildingTables, documentIndex],
  load: async () => (await import("./world.ts")).buildingWorld,
});
