import { defineWorld } from "../../kernel/index.ts";
import { buildingTables } from "./migrations/001-building.ts";

/** Buildings as parameters: elements on branches, the solids they come to, and every change of them in the log. */
export const building = defineWorld({
  name: "building",
  servers: ["geometry", "spatial", "model"],
  imports: ["ifc"],
  migrations: [buildingTables],
  load: async () => (await import("./world.ts")).buildingWorld,
});
