import { inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { askModel, modelAnswer } from "../ask.ts";
import { defineFixture, textResult } from "../fixture.ts";

export const testSampling = defineFixture({
  name: "test_sampling",
  title: "Ask the client's model",
  description: "Puts a prompt to the client's model and answers with what it said.",
  input: z.object({ prompt: z.string().describe("The prompt to send to the model") }),
  run: ({ prompt }, { client }) => {
    const said = modelAnswer(client, "answer");
    if (said === undefined) return inputRequired({ inputRequests: { answer: askModel(prompt, 100) } });
    return textResult(`LLM response: ${said}`);
  },
});
