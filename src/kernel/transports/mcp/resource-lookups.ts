import { ResourceNotFoundError, type Server, type ServerContext } from "@modelcontextprotocol/server";
import type { BoundServer, Consultation } from "../../call/index.ts";
import { approvalIdIn, tellApproval } from "../../governance/index.ts";
import { authenticate } from "../../identity/index.ts";
import type { TransportParts } from "./open-connection.ts";
import { createResourceWatch, type ResourceWatch } from "./watch-resources.ts";

/** Asks a world something outside a tool call. */
export type Ask = <Value>(context: ServerContext, answer: (deps: unknown) => Promise<Value> | Value) => Promise<Value>;

interface Asking {
  readonly ask: Ask;
  consultation(context: ServerContext): Consultation;
}

/** Lists, reads and watches what has an address: what the server's world shows, and what waits for an approval. */
export function installResources(
  parts: TransportParts,
  mcp: Server,
  bound: BoundServer,
  { ask, consultation }: Asking,
): void {
  const { resources } = bound.server;

  mcp.setRequestHandler("resources/list", async (request, context) => {
    if (resources === undefined) return { resources: [] };
    // Whoever has the list is told when it changes. Watched first, so that no change falls between.
    if (!isModern(context)) await watch(context).addList();
    const { items, nextCursor } = await ask(context, (deps) => resources.list(deps, request.params?.cursor));
    return { resources: [...items], ...(nextCursor !== undefined && { nextCursor }) };
  });
  mcp.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: [...(resources?.templates ?? [])],
  }));
  async function read(uri: string, context: ServerContext) {
    const waiting = approvalIdIn(uri);
    if (waiting !== undefined) return readApproval(uri, waiting, context);
    const contents = resources && (await ask(context, (deps) => resources.read(uri, deps)));
    if (contents === undefined) throw new ResourceNotFoundError(uri);
    return contents;
  }
  /** How it stands with what an agent waits for; of others' it is told what it is told of one that never was. */
  async function readApproval(uri: string, id: string, context: ServerContext) {
    const caller = authenticate(consultation(context).connection);
    const approval = await parts.governance.approvals.ofCaller(caller, id);
    if (approval === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(tellApproval(approval)) }] };
  }
  mcp.setRequestHandler("resources/read", (request, context) => read(request.params.uri, context));

  const subscribed = new Set<string>();
  let watching: ResourceWatch | undefined;
  function watch(context: ServerContext): ResourceWatch {
    watching ??= createResourceWatch(parts, bound, authenticate(consultation(context).connection).tenant, {
      updated: (uri) => void mcp.sendResourceUpdated({ uri }),
      listChanged: () => void mcp.sendResourceListChanged(),
    });
    return watching;
  }
  mcp.setRequestHandler("resources/subscribe", async (request, context) => {
    const { uri } = request.params;
    await read(uri, context);
    await watch(context).addList();
    if (subscribed.has(uri)) return {};
    subscribed.add(uri);
    await watch(context).add(uri);
    return {};
  });
  mcp.setRequestHandler("resources/unsubscribe", async (request) => {
    if (subscribed.delete(request.params.uri)) watching?.remove(request.params.uri);
    return {};
  });
  const closed = mcp.onclose;
  mcp.onclose = () => {
    closed?.();
    watching?.stop();
  };
}

/** Clients of the modern era name what they want to hear of in a request of its own, which never comes here. */
function isModern(context: ServerContext): boolean {
  return context.mcpReq.envelope !== undefined;
}
