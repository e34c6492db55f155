import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type BoundServer, type Consultation, call, type Outcome } from "../../call/index.ts";
import type { Client } from "../../client.ts";
import { isRpcFailure } from "../../envelope.ts";
import { KernelError } from "../../errors.ts";
import { capabilitiesOf, ListingServer } from "./capabilities.ts";
import { installLookups } from "./lookups.ts";
import { installMethods } from "./methods.ts";
import type { OpenConnection, TransportParts } from "./open-connection.ts";
import { toProtocolError } from "./protocol-errors.ts";

const NOT_INITIALIZED = new KernelError("unauthenticated", "Not authenticated. Call initialize first.");

/** An SDK server for one connection or one request. It is never shared: answers cannot reach the wrong client. */
export function createMcpServer(parts: TransportParts, bound: BoundServer, connection: OpenConnection): Server {
  const { server } = bound;
  const mcp = new ListingServer(
    { name: `bailiwick-${server.name}`, title: server.title, version: parts.version },
    {
      instructions: server.instructions,
      capabilities: capabilitiesOf(bound),
      requestState: { verify: (state, context) => parts.seal.verify(state, context) },
    },
  );

  let isRefused = false;
  const { refusal } = connection.info;
  if (refusal !== undefined) {
    mcp.setRequestHandler("initialize", () => {
      isRefused = true;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusal.message);
    });
  }
  const clientOf = (context: ServerContext): Client => toClient(parts, mcp, connection, context);
  const consultation = (context: ServerContext): Consultation => ({
    server: server.name,
    connection: isRefused ? { ...connection.info, refusal: NOT_INITIALIZED } : withClientName(mcp, connection),
    client: clientOf(context),
    signal: context.mcpReq.signal,
  });
  const callTool = (form: "tool" | "method", name: string, args: unknown, context: ServerContext): Promise<Outcome> =>
    call(parts, { ...consultation(context), form, name, arguments: args });

  mcp.setRequestHandler("tools/list", async () => ({ tools: [...bound.listed()] }));
  mcp.setRequestHandler("tools/call", async (request, context) => {
    const outcome = await callTool("tool", request.params.name, request.params.arguments, context);
    if (isRpcFailure(outcome)) throw toProtocolError(outcome.rpc);
    return outcome;
  });
  installLookups(parts, mcp, bound, consultation);
  installMethods(mcp, bound, parts.verbose ?? false, (name, args, context) => callTool("method", name, args, context));
  const closed = mcp.onclose;
  mcp.onclose = () => {
    closed?.();
    if (connection.info.stateless !== true) parts.sessions.end(connection.info.id);
  };
  return mcp;
}

function withClientName(mcp: Server, connection: OpenConnection): Consultation["connection"] {
  const client = mcp.getClientVersion()?.name;
  return client === undefined ? connection.info : { ...connection.info, client };
}

function toClient(parts: TransportParts, mcp: Server, connection: OpenConnection, context: ServerContext): Client {
  const { mcpReq } = context;
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const progressToken = mcpReq._meta?.progressToken;
  return {
    // The modern era declares capabilities on each request, the older one when it connects.
    capabilities:
      (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? mcp.getClientCapabilities() ?? {},
    async progress(done, total, message) {
      if (progressToken === undefined) return;
      await mcpReq.notify({
        method: "notifications/progress",
        params: {
          progressToken,
          progress: done,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        },
      });
    },
    log: (level, data) => mcpReq.log(level, data),
    notifyListChanged: (list) => connection.notifyListChanged(list),
    mintState: (payload) => parts.seal.mint(payload, context),
    mcp: context,
  };
}
