import type { World } from "../kernel/serve.ts";
import { conformance } from "../worlds/conformance/index.ts";

/** What a world may know before its first call. */
export interface WorldHost {
  /** The data folder. */
  readonly folder: string;
  /** The configuration of each world, by name; each checks its own. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Every world of this build. The order is the order of their migrations. */
export function createWorlds(_host: WorldHost): readonly World<unknown>[] {
  return [conformance];
}
