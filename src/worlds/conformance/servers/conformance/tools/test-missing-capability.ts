import { inputRequired } from "@modelcontextprotocol/server";
import { askModel, modelAnswer } from "../ask.ts";
import { defineFixture, textResult } from "../fixture.ts";

export const testMissingCapability = defineFixture({
  name: "test_missing_capability",
  title: "Need sampling",
  description: "Needs the client's model; a client that did not declare sampling is refused.",
  run: (_, { client }) => {
    const said = modelAnswer(client, "answer");
    if (said === undefined) return inputRequired({ inputRequests: { answer: askModel("Say anything", 10) } });
    return textResult(`LLM response: ${said}`);
  },
});
