import { defineFixture, textResult } from "../fixture.ts";

export const testLoggingTool = defineFixture({
  name: "test_logging_tool",
  title: "Log once",
  description: "Sends one log message, which a client that asked for no log level must not see.",
  run: async (_, { client }) => {
    await client.log("info", "A message only for clients that asked");
    return textResult("Logged");
  },
});
