import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  type Prompt,
  type PromptMessage,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { CompletionTarget, Prompts } from "../../../../kernel/index.ts";
import type { Conformance } from "../../conformance.ts";
import { RED_PIXEL_PNG } from "../../model/media.ts";

type PromptArgs = Readonly<Record<string, string>>;

const LISTED: readonly Prompt[] = [
  { name: "test_simple_prompt", description: "A prompt without arguments." },
  {
    name: "test_prompt_with_arguments",
    description: "A prompt that repeats its two arguments.",
    arguments: [
      { name: "arg1", description: "First test argument", required: true },
      { name: "arg2", description: "Second test argument", required: true },
    ],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A prompt that carries a resource inside it.",
    arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
  },
  { name: "test_prompt_with_image", description: "A prompt that carries a picture." },
  { name: "test_input_required_result_prompt", description: "A prompt that asks the user first." },
];

/** Values of `arg1` that a half-typed one may become. */
const ARG1_VALUES = ["test", "testValue1", "testValue2"];

const Context = z.object({ context: z.string() });

function get(name: string, args: PromptArgs, { client }: Conformance) {
  switch (name) {
    case "test_simple_prompt":
      return say(text("This is a simple prompt for testing."));
    case "test_prompt_with_arguments":
      return say(text(`Prompt with arguments: arg1='${args.arg1 ?? ""}', arg2='${args.arg2 ?? ""}'`));
    case "test_prompt_with_embedded_resource":
      return say(embedded(args.resourceUri ?? ""), text("Please process the embedded resource above."));
    case "test_prompt_with_image":
      return say(
        { role: "user", content: { type: "image", data: RED_PIXEL_PNG, mimeType: "image/png" } },
        text("Please analyze the image above."),
      );
    case "test_input_required_result_prompt":
      return sayInContext(acceptedContent(client.mcp?.mcpReq.inputResponses, "user_context", Context));
    default:
      return undefined;
  }
}

function sayInContext(answer: z.output<typeof Context> | undefined): GetPromptResult | InputRequiredResult {
  if (answer !== undefined) return say(text(`Prompt in this context: ${answer.context}`));
  const question = { message: "What context should the prompt use?", requestedSchema: Context };
  return inputRequired({ inputRequests: { user_context: inputRequired.elicit(question) } });
}

function say(...messages: PromptMessage[]): GetPromptResult {
  return { messages };
}

function text(words: string): PromptMessage {
  return { role: "user", content: { type: "text", text: words } };
}

function embedded(uri: string): PromptMessage {
  const resource = { uri, mimeType: "text/plain", text: "Embedded resource content for testing." };
  return { role: "user", content: { type: "resource", resource } };
}

export const prompts: Prompts<Conformance> = { list: () => ({ items: LISTED }), get: async (...call) => get(...call) };

/** Completes the first argument of `test_prompt_with_arguments`; nothing else has known values. */
export async function complete(target: CompletionTarget, argument: string, typed: string): Promise<readonly string[]> {
  const known = "prompt" in target && target.prompt === "test_prompt_with_arguments" && argument === "arg1";
  return known ? ARG1_VALUES.filter((value) => value.startsWith(typed)) : [];
}
