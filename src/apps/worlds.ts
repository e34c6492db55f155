import type { World } from "../kernel/serve.ts";
import { conformance } from "../worlds/conformance/index.ts";

/** Every world of this build. The order is the order of their migrations. */
export const WORLDS: readonly World<unknown>[] = [conformance];
