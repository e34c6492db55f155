import type { World } from "../kernel/serve.ts";
import { building } from "../worlds/building/index.ts";
import { conformance } from "../worlds/conformance/index.ts";
import { graph } from "../worlds/graph/index.ts";
import { home } from "../worlds/home/index.ts";
import { instructions } from "../worlds/instructions/index.ts";
import { notebook } from "../worlds/notebook/index.ts";
import { truth } from "../worlds/truth/index.ts";

/** Every world of this build. The order is the order of their migrations. */
export const WORLDS: readonly World[] = [conformance, home, notebook, instructions, truth, graph, building];
