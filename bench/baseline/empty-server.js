// What the SDK alone can do: one tool that does nothing. Plain JavaScript, so that no type stripping slows its start.
import { Server } from "@modelcontextprotocol/server";

const tools = [{ name: "empty", description: "Does nothing.", inputSchema: { type: "object", properties: {} } }];

export function createEmptyServer() {
  const server = new Server({ name: "empty", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", async () => ({ tools }));
  server.setRequestHandler("tools/call", async () => ({
    content: [{ type: "text", text: "{}" }],
    structuredContent: {},
  }));
  return server;
}
