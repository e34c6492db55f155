import { defineFixture, textResult } from "../fixture.ts";

export const testTriggerToolChange = defineFixture({
  name: "test_trigger_tool_change",
  title: "Announce new tools",
  description: "Tells every client that listens that the list of tools changed.",
  run: async (_, { client }) => {
    await client.notifyListChanged("tools");
    return textResult("Announced");
  },
});
