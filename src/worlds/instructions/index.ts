import { defineWorld } from "../../kernel/index.ts";
import { Config, instructionsFolder, VARIABLES } from "./config.ts";
import { firstSeen } from "./migrations/001-first-seen.ts";
import { installation } from "./migrations/002-installation.ts";
import { INSTRUCTIONS_ROOT } from "./model/names.ts";

/** A governed catalog of instructions: JSON files are canonical, everything else here follows from them. */
export const instructions = defineWorld({
  name: "instructions",
  servers: ["instructions"],
  shared: true,
  roots: (host) => ({ [INSTRUCTIONS_ROOT]: instructionsFolder(host) }),
  config: Config,
  variables: VARIABLES,
  imports: ["instructions"],
  importFlags: {
    overwrite: { help: "replace instructions that are there already" },
    "dry-run": { help: "say what would be brought in, and write nothing" },
  },
  migrations: [firstSeen, installation],
  load: async () => (await import("./world.ts")).instructionsWorld,
});
