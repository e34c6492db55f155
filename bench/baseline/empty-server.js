// What the SDK alone can do: one tool that does nothing. Plain JavaScript, so that no type stripping slows its start.
// `same_answer` is not listed: it answers as the product's read tool does, from memory, and shows what the SDK itself
// asks for messages of that size.
import { Server } from "@modelcontextprotocol/server";

const tools = [{ name: "empty", description: "Does nothing.", inputSchema: { type: "object", properties: {} } }];

const NOTE_TEXT = `note 0: ${"the quick brown fox ".repeat(4)}`;

export function createEmptyServer() {
  const server = new Server({ name: "empty", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", async () => ({ tools }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const value = params.name === "same_answer" ? { id: params.arguments.id, text: NOTE_TEXT, times: 1 } : {};
    return { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value };
  });
  return server;
}
