import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Envelope, failureBody, type JsonObject, type KernelError, rpcFailure } from "../../../../kernel/index.ts";
import { codeOf } from "../../errors.ts";

/** What the text block holds of an answer: the original shows a list without the name around it. */
const TEXT_OF: Readonly<Record<string, (value: JsonObject) => unknown>> = {
  create_entities: ({ entities }) => entities,
  create_relations: ({ relations }) => relations,
  add_observations: ({ results }) => results,
};

/** The answers of the official memory server, their text blocks included. */
export const memoryEnvelope: Envelope = {
  success: (value, { tool }) => ({
    content: [{ type: "text", text: textOf(value, tool) }],
    structuredContent: value as Record<string, unknown>,
  }),
  failure: (error) => (error.code === "unknown_tool" ? rpcFailure(error) : failed(error)),
};

function textOf(value: JsonObject, tool: string): string {
  if (typeof value.message === "string") return value.message;
  return JSON.stringify(TEXT_OF[tool]?.(value) ?? value, null, 2);
}

/** The original's one refusal has its very words and shape; to what only we refuse, the code and facts are added. */
function failed(error: KernelError): CallToolResult {
  const own = codeOf(error);
  if (own?.code === "ENTITY_NOT_FOUND") return words(`Entity with name ${String(own.details.name)} not found`);
  const text = [error.message, ...problemsOf(error), error.kind.hint].join("\n");
  return { ...words(text), structuredContent: { error: failureBody(error) } };
}

function words(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function problemsOf({ details }: KernelError): string[] {
  const problems = Array.isArray(details.problems) ? details.problems : [];
  return problems.map((problem) => {
    const { path, message } = problem as { path?: string; message?: string };
    return `${path ?? ""} ${message ?? ""}`.trim();
  });
}
