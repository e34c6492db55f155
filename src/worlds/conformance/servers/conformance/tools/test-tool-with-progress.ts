import { defineFixture, textResult } from "../fixture.ts";

export const testToolWithProgress = defineFixture({
  name: "test_tool_with_progress",
  title: "Report progress",
  description: "Reports 0, 50 and 100 of 100, 50 ms apart, then answers.",
  run: async (_, { client, pause }) => {
    await client.progress(0, 100);
    await pause(50);
    await client.progress(50, 100);
    await pause(50);
    await client.progress(100, 100);
    return textResult("Tool with progress executed successfully");
  },
});
