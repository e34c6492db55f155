// Both eras at one URL, as the SDK's documentation mounts them: sessions for older clients, a server per request else.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { classifyInboundRequest, createMcpHandler, isInitializeRequest } from "@modelcontextprotocol/server";
import { createEmptyServer } from "./empty-server.js";

const modern = toNodeHandler(createMcpHandler(createEmptyServer, { legacy: "reject" }));
const sessions = new Map();
const hostIsRight = localhostHostValidation();
const originIsRight = localhostOriginValidation();

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function handle(request, response) {
  if (!hostIsRight(request, response) || !originIsRight(request, response)) return;
  const body = request.method === "POST" ? await readBody(request) : undefined;
  if (request.method === "POST") {
    const { kind } = classifyInboundRequest({
      httpMethod: "POST",
      body,
      protocolVersionHeader: request.headers["mcp-protocol-version"],
      mcpMethodHeader: request.headers["mcp-method"],
    });
    if (kind !== "legacy") return modern(request, response, body);
  }
  const known = sessions.get(request.headers["mcp-session-id"]);
  if (known !== undefined) return known.handleRequest(request, response, body);
  if (!isInitializeRequest(body)) return response.writeHead(400).end();
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createEmptyServer().connect(transport);
  return transport.handleRequest(request, response, body);
}

const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`serving on http://127.0.0.1:${server.address().port}\n`);
});
