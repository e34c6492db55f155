import type { WorldCode } from "../../kernel/index.ts";
import { type Home, openHome } from "./home.ts";
import { homeServer } from "./servers/home/index.ts";

/** What runs of this world. */
export const homeWorld: WorldCode<Home, undefined> = {
  servers: [homeServer],
  start: () => undefined,
  open: (_lifetime, scope) => openHome(scope),
  apply: async (event) => {
    throw new TypeError(`home records nothing of its own, and the log holds an entry of it: ${event.kind}`);
  },
};
