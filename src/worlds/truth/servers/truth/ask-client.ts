import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { Prompt } from "../../files/prompt.ts";
import type { Truth } from "../../truth.ts";
import type { ClientAnswer, Interpretation } from "../../write/interpretation.ts";

const KEY = "interpretation";
const TOKENS_MAX = 8000;

/** What the model of the connected client answered, where it has one and was asked. */
export function clientAnswer({ scope }: Truth): ClientAnswer {
  const { client } = scope;
  const response = inputResponse(client.mcp?.mcpReq.inputResponses, KEY);
  const content = response.kind === "sampling" ? [response.result.content].flat() : [];
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  return {
    isOffered: client.mcp !== undefined && client.capabilities.sampling !== undefined,
    answer: response.kind === "sampling" ? text : undefined,
  };
}

/** The question for the client's model, where it has yet to answer; nothing is written before it has. */
export function questionOf(interpretation: Interpretation | undefined) {
  return interpretation?.ask === undefined ? undefined : ask(interpretation.ask);
}

function ask({ system, user }: Prompt) {
  return inputRequired({
    inputRequests: {
      [KEY]: inputRequired.createMessage({
        systemPrompt: system,
        messages: [{ role: "user", content: { type: "text", text: user } }],
        maxTokens: TOKENS_MAX,
      }),
    },
  });
}
