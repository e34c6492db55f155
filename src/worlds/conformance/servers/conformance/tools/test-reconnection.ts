import { defineFixture, textResult } from "../fixture.ts";

export const testReconnection = defineFixture({
  name: "test_reconnection",
  title: "Drop the stream",
  description:
    "Closes its response stream before it answers; the client gets the answer when it reconnects (SEP-1699).",
  run: async (_, { client, pause }) => {
    client.mcp?.http?.closeSSE?.();
    await pause(100);
    return textResult("Reconnection test completed successfully");
  },
});
