import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type BoundServer, type Consultation, consult } from "../../call/index.ts";
import type { Prompts, Server as WorldServer } from "../../server.ts";
import { capabilitiesOf } from "./capabilities.ts";
import type { TransportParts } from "./open-connection.ts";
import { asProtocolError } from "./protocol-errors.ts";
import { type Ask, installResources } from "./resource-lookups.ts";

const COMPLETIONS_MAX = 100;

/** Answers everything that is no tool call, as far as the server says that it has it. */
export function installLookups(
  parts: TransportParts,
  mcp: Server,
  bound: BoundServer,
  consultation: (context: ServerContext) => Consultation,
): void {
  const { prompts, complete } = bound.server;
  const ask: Ask = async (context, answer) => {
    try {
      return await consult(parts, consultation(context), answer);
    } catch (error) {
      throw asProtocolError(error);
    }
  };
  if (capabilitiesOf(bound).resources !== undefined) installResources(parts, mcp, bound, { ask, consultation });
  else {
    mcp.setRequestHandler("resources/list", async () => ({ resources: [] }));
    mcp.setRequestHandler("resources/templates/list", async () => ({ resourceTemplates: [] }));
  }
  if (prompts !== undefined) installPrompts(mcp, prompts, ask);
  else mcp.setRequestHandler("prompts/list", async () => ({ prompts: [] }));
  if (complete !== undefined) installCompletion(mcp, complete, ask);
}

function installPrompts(mcp: Server, prompts: Prompts<unknown>, ask: Ask): void {
  mcp.setRequestHandler("prompts/list", async (request, context) => {
    const { items, nextCursor } = await ask(context, (deps) => prompts.list(deps, request.params?.cursor));
    return { prompts: [...items], ...(nextCursor !== undefined && { nextCursor }) };
  });
  mcp.setRequestHandler("prompts/get", async (request, context) => {
    const { name, arguments: args } = request.params;
    const prompt = await ask(context, (deps) => prompts.get(name, args ?? {}, deps));
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 100)}`);
    return prompt as GetPromptResult;
  });
}

function installCompletion(mcp: Server, complete: NonNullable<WorldServer<unknown>["complete"]>, ask: Ask): void {
  mcp.setRequestHandler("completion/complete", async (request, context) => {
    const { ref, argument } = request.params;
    const target = ref.type === "ref/prompt" ? { prompt: ref.name } : { template: ref.uri };
    const given = request.params.context?.arguments ?? {};
    const values = await ask(context, (deps) => complete(target, argument.name, argument.value, deps, given));
    return {
      completion: {
        values: values.slice(0, COMPLETIONS_MAX),
        total: values.length,
        hasMore: values.length > COMPLETIONS_MAX,
      },
    };
  });
}
