import type { World } from "../kernel/serve.ts";
import { conformance } from "../worlds/conformance/index.ts";
import { createNotebook } from "../worlds/notebook/index.ts";

/** What a world may know before its first call. */
export interface WorldHost {
  /** The data folder. */
  readonly folder: string;
  /** The configuration of each world, by name; each checks its own. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The address of the database, where it is a server. */
  readonly databaseUrl?: string | undefined;
}

/** Every world of this build. The order is the order of their migrations. */
export function createWorlds({ folder, config, databaseUrl }: WorldHost): readonly World<unknown>[] {
  return [conformance, createNotebook({ folder, config: config.notebook, databaseUrl })];
}
