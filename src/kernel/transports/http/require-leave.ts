import type { ServerResponse } from "node:http";
import type { BoundServer } from "../../call/index.ts";
import { KernelError } from "../../errors.ts";
import { requireScope } from "../../identity/index.ts";
import { isJsonObject } from "../../json.ts";
import type { Effect } from "../../tool.ts";
import type { HttpCaller } from "./http-caller.ts";

/**
 * Answers a message for which the program lacks leave with a status and a header that tell it what to ask for. The call
 * path refuses it too; but from there it would be an answer inside a stream, which no program takes for such.
 */
export function requireLeave(bound: BoundServer, body: unknown, { leave }: HttpCaller, response: ServerResponse): void {
  if (leave === undefined) return;
  try {
    requireScope(leave.scopes, bound.server.name, effectOf(bound, body));
  } catch (error) {
    if (error instanceof KernelError) {
      response.setHeader("www-authenticate", leave.challenge(String(error.details.scope)));
    }
    throw error;
  }
}

/** What a message is about to do. What is no call of a tool only reads. */
function effectOf({ tools, methods }: BoundServer, body: unknown): Effect {
  if (!isJsonObject(body) || typeof body.method !== "string") return "read";
  const name = body.method === "tools/call" && isJsonObject(body.params) ? body.params.name : methods.get(body.method);
  return (typeof name === "string" && tools.get(name)?.tool.effect) || "read";
}
