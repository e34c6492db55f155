import { defineFixture, textResult } from "../fixture.ts";

export const testTriggerPromptChange = defineFixture({
  name: "test_trigger_prompt_change",
  title: "Announce new prompts",
  description: "Tells every client that listens that the list of prompts changed.",
  run: async (_, { client }) => {
    await client.notifyListChanged("prompts");
    return textResult("Announced");
  },
});
