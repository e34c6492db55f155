import {
  type GetPromptResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type BoundServer, type Consultation, consult } from "../../call/index.ts";
import { approvalIdIn, tellApproval } from "../../governance/index.ts";
import { authenticate } from "../../identity/index.ts";
import type { TransportParts } from "./open-connection.ts";
import { asProtocolError } from "./protocol-errors.ts";
import { createResourceWatch, type ResourceWatch } from "./watch-resources.ts";

const COMPLETIONS_MAX = 100;

/** Answers everything that is no tool call. Every list is answered, also when it is empty: clients ask regardless. */
export function installLookups(
  parts: TransportParts,
  mcp: Server,
  bound: BoundServer,
  consultation: (context: ServerContext) => Consultation,
): void {
  const { resources, prompts, complete } = bound.server;

  async function ask<Value>(context: ServerContext, answer: (deps: unknown) => Promise<Value> | Value): Promise<Value> {
    try {
      return await consult(parts, consultation(context), answer);
    } catch (error) {
      throw asProtocolError(error);
    }
  }

  mcp.setRequestHandler("resources/list", async (request, context) => {
    if (resources === undefined) return { resources: [] };
    // Whoever has the list is told when it changes. Watched first, so that no change falls between.
    if (!isModern(context)) await watch(context).addList();
    const page = await ask(context, (deps) => resources.list(deps, request.params?.cursor));
    return { resources: [...page.items], ...next(page.nextCursor) };
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

  mcp.setRequestHandler("prompts/list", async (request, context) => {
    if (prompts === undefined) return { prompts: [] };
    const page = await ask(context, (deps) => prompts.list(deps, request.params?.cursor));
    return { prompts: [...page.items], ...next(page.nextCursor) };
  });
  mcp.setRequestHandler("prompts/get", async (request, context) => {
    const { name, arguments: args } = request.params;
    const prompt = prompts && (await ask(context, (deps) => prompts.get(name, args ?? {}, deps)));
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 100)}`);
    return prompt as GetPromptResult;
  });

  mcp.setRequestHandler("completion/complete", async (request, context) => {
    const { ref, argument } = request.params;
    const target = ref.type === "ref/prompt" ? { prompt: ref.name } : { template: ref.uri };
    const given = request.params.context?.arguments ?? {};
    const values = complete
      ? await ask(context, (deps) => complete(target, argument.name, argument.value, deps, given))
      : [];
    return {
      completion: {
        values: values.slice(0, COMPLETIONS_MAX),
        total: values.length,
        hasMore: values.length > COMPLETIONS_MAX,
      },
    };
  });

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

function next(nextCursor: string | undefined): { nextCursor?: string } {
  return nextCursor === undefined ? {} : { nextCursor };
}
