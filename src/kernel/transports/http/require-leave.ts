import type { ServerResponse } from "node:http";
import { type BoundServer, call } from "../../call/index.ts";
import { SILENT_CLIENT } from "../../client.ts";
import { KernelError } from "../../errors.ts";
import { requireScope } from "../../identity/index.ts";
import { isJsonObject } from "../../json.ts";
import type { TransportParts } from "../mcp/index.ts";
import { connectionOf, type HttpCaller } from "./http-caller.ts";

/** The call of a tool that a message is. */
interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
}

/**
 * Answers a message for which the program lacks leave with a status and a header that tell it what to ask for. The call
 * path refuses it first, and records that; but its answer would be one inside a stream, which no program takes for such.
 */
export async function requireLeave(
  parts: TransportParts,
  bound: BoundServer,
  body: unknown,
  caller: HttpCaller,
  response: ServerResponse,
): Promise<void> {
  const { leave } = caller;
  if (leave === undefined) return;
  const asked = toolCallIn(bound, body);
  const effect = (asked && bound.tools.get(asked.name)?.tool.effect) ?? "read";
  try {
    requireScope(leave.scopes, bound.server.name, effect);
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    if (asked !== undefined) await refuseCall(parts, bound, asked, caller);
    response.setHeader("www-authenticate", leave.challenge(String(error.details.scope)));
    throw error;
  }
}

async function refuseCall(parts: TransportParts, bound: BoundServer, asked: ToolCall, caller: HttpCaller) {
  await call(parts, {
    ...asked,
    server: bound.server.name,
    connection: connectionOf(caller, { stateless: true }),
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
}

/** What is no call of a tool only reads. */
function toolCallIn({ methods }: BoundServer, body: unknown): ToolCall | undefined {
  if (!isJsonObject(body) || typeof body.method !== "string") return undefined;
  const { method, params } = body;
  const name = method === "tools/call" && isJsonObject(params) ? params.name : methods.get(method);
  if (typeof name !== "string") return undefined;
  const args = method === "tools/call" && isJsonObject(params) ? params.arguments : params;
  return { name, arguments: args };
}
