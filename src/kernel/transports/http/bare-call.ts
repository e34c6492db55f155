import type { ServerResponse } from "node:http";
import { InMemoryTransport, type JSONRPCMessage, type JSONRPCRequest } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { createMcpServer, type TransportParts } from "../mcp/index.ts";
import { connectionOf, type HttpCaller } from "./http-caller.ts";

/** Whether a body asks for a method of this server's own without any session, as plain JSON-RPC clients do. */
export function isBareCall(bound: BoundServer, body: unknown): body is JSONRPCRequest {
  if (bound.server.legacyMethods !== true || typeof body !== "object" || body === null) return false;
  const { jsonrpc, id, method } = body as Record<string, unknown>;
  const identified = typeof id === "string" || Number.isSafeInteger(id);
  return jsonrpc === "2.0" && identified && typeof method === "string" && isOwn(bound, method);
}

/** A method of this server's own, or one of the same family that does not exist: it is to be told so. */
function isOwn({ methods }: BoundServer, method: string): boolean {
  const family = method.slice(0, method.indexOf("/") + 1);
  return methods.has(method) || (family !== "" && [...methods.keys()].some((known) => known.startsWith(family)));
}

/** Answers one such call with one JSON value, on a connection that ends with it. */
export async function answerBareCall(
  parts: TransportParts,
  bound: BoundServer,
  body: JSONRPCRequest,
  response: ServerResponse,
  caller: HttpCaller,
): Promise<void> {
  const [client, serverSide] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(parts, bound, {
    info: connectionOf(caller, { stateless: true }),
    notifyListChanged: async () => {},
  });
  const answered = new Promise<JSONRPCMessage | undefined>((resolve) => {
    client.onmessage = (message) => {
      if (!("method" in message)) resolve(message);
    };
    client.onclose = () => resolve(undefined);
  });
  // Whoever hangs up has cancelled.
  response.once("close", () => void client.close());
  await server.connect(serverSide);
  await client.send(body);
  const answer = await answered;
  if (answer !== undefined) response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  await server.close();
}
