import { defineWorld, type World } from "../../kernel/index.ts";
import type { InstructionsOptions } from "./config.ts";
import { importDemo } from "./demo/import-demo.ts";
import { closeInstructions, createLifetime, type Instructions, openInstructions } from "./instructions.ts";
import { firstSeen } from "./migrations/001-first-seen.ts";
import { instructionsServer } from "./servers/instructions/index.ts";
import { importInstructions } from "./write/import-instructions.ts";

export type { InstructionsEnvironment, InstructionsOptions } from "./config.ts";

/** Makes the instructions world: JSON files are canonical, everything else here follows from them. */
export function createInstructions(options: InstructionsOptions): World<Instructions> {
  const lifetime = createLifetime(options);
  return defineWorld<Instructions>({
    name: "instructions",
    servers: [instructionsServer],
    migrations: [firstSeen],
    projections: [],
    open: (scope) => openInstructions(lifetime, scope, instructionsServer.tools),
    apply: async () => {},
    importers: { instructions: (path, host) => importInstructions(lifetime, path, host) },
    demo: (host) => importDemo(lifetime, host),
    close: (host) => closeInstructions(lifetime, host),
  });
}
