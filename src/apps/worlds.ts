import type { World } from "../kernel/serve.ts";
import { conformance } from "../worlds/conformance/index.ts";
import { createInstructions } from "../worlds/instructions/index.ts";
import { createNotebook } from "../worlds/notebook/index.ts";
import { createTruth } from "../worlds/truth/index.ts";
import { type InstructionSwitches, NOTHING_SWITCHED_ON } from "./environment.ts";
import { productVersion } from "./version.ts";

/** What a world may know before its first call. */
export interface WorldHost {
  /** The data folder. */
  readonly folder: string;
  /** The configuration of each world, by name; each checks its own. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The address of the database, where it is a server. */
  readonly databaseUrl?: string | undefined;
  /** What the variables of the instruction server say; nothing is on unless said. */
  readonly instructions?: InstructionSwitches;
  readonly readOnly?: boolean;
  /** Where tools may read files; each transport has its own default. */
  readonly filesRoots?: readonly string[] | undefined;
  /** What relative paths start from; the data folder unless said. */
  readonly workingFolder?: string;
  /** The most one message to a server that takes files may hold. */
  readonly messageMib?: number | undefined;
}

/** Every world of this build. The order is the order of their migrations. */
export function createWorlds(host: WorldHost): readonly World<unknown>[] {
  const { folder, config, databaseUrl, instructions = NOTHING_SWITCHED_ON, readOnly = false } = host;
  const environment = { ...instructions, readOnly, version: productVersion() };
  return [
    conformance,
    createNotebook({ folder, config: config.notebook, databaseUrl }),
    createInstructions({ folder, config: config.instructions, environment }),
    createTruth({
      folder,
      config: config.truth,
      workingFolder: host.workingFolder ?? folder,
      ...(host.filesRoots !== undefined && { filesRoots: host.filesRoots }),
      ...(host.messageMib !== undefined && { messageMib: host.messageMib }),
    }),
  ];
}
