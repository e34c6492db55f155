import { defineFixture, textResult } from "../fixture.ts";

export const testToolWithLogging = defineFixture({
  name: "test_tool_with_logging",
  title: "Log while working",
  description: "Sends three log messages, 50 ms apart, then answers.",
  run: async (_, { client, pause }) => {
    await client.log("info", "Tool execution started");
    await pause(50);
    await client.log("info", "Tool processing data");
    await pause(50);
    await client.log("info", "Tool execution completed");
    return textResult("Tool with logging executed successfully");
  },
});
