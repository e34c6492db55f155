import type { ServerCapabilities } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";

/** What a server says it has: clients show, ask and pay for what is said here, so nothing is said that is not there. */
export function capabilitiesOf({ server, tools, methods }: BoundServer): ServerCapabilities {
  const { resources, prompts, complete } = server;
  // What waits for a person's approval can be read and watched under its address, also where nothing else can.
  const mayWait = [...tools.values()].some(({ tool }) => tool.effect !== "read");
  return {
    tools: { listChanged: true },
    ...((resources !== undefined || mayWait) && {
      resources: { subscribe: true, ...(resources?.listedBy !== undefined && { listChanged: true }) },
    }),
    ...(prompts !== undefined && { prompts: { listChanged: true } }),
    ...(complete !== undefined && { completions: {} }),
    logging: {},
    ...(methods.size > 0 && {
      extensions: { [`dev.bailiwick/${server.name}`]: { methods: [...methods.keys()] } },
    }),
  };
}

/** Clients ask for lists regardless of what was said: an empty one is kinder than a failure. */
export const EMPTY_LISTS: ReadonlyMap<string, { readonly [list: string]: readonly never[] }> = new Map([
  ["resources/list", { resources: [] }],
  ["resources/templates/list", { resourceTemplates: [] }],
  ["prompts/list", { prompts: [] }],
]);
