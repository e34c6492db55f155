import { Server, type ServerCapabilities } from "@modelcontextprotocol/server";
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

/** Clients ask for lists regardless of what was said: an empty one is kinder than a failure, and needs no capability. */
export class ListingServer extends Server {
  protected override assertRequestHandlerCapability(method: string): void {
    if (!method.endsWith("/list")) super.assertRequestHandlerCapability(method);
  }
}
