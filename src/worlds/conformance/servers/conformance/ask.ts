import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import type { Client } from "../../../../kernel/index.ts";
import { textResult } from "./fixture.ts";

type ElicitForm = Parameters<typeof inputRequired.elicit>[0];

/** Puts one form to the user, then tells what came back: accepted, declined or cancelled. */
export function askUser(client: Client, form: ElicitForm): CallToolResult | InputRequiredResult {
  const answer = inputResponse(client.mcp?.mcpReq.inputResponses, "answer");
  if (answer.kind !== "elicit") return inputRequired({ inputRequests: { answer: inputRequired.elicit(form) } });
  return textResult(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
}

/** One user message to be answered by the client's model. */
export function askModel(prompt: string, maxTokens: number) {
  return inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: prompt } }],
    maxTokens,
  });
}

/** What the client's model answered under this key; undefined when it has not answered yet. */
export function modelAnswer(client: Client, key: string): string | undefined {
  const answer = inputResponse(client.mcp?.mcpReq.inputResponses, key);
  return answer.kind === "sampling" ? JSON.stringify(answer.result.content) : undefined;
}
