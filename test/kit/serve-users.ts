import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import type { KernelError } from "../../src/kernel/errors.ts";
import {
  answerFailure,
  createBodies,
  createLegacySse,
  httpCaller,
  mountHttp,
} from "../../src/kernel/transports/http/index.ts";
import type { TestKernel } from "./kernel.ts";

const MODERN = "2026-07-28";

/** Servers of a kernel behind a real socket. A header says who is signed in: whoever checks tokens sets the same. */
export async function serveUsers(kernel: TestKernel, ...names: string[]) {
  const parts = { ...kernel.parts, verbose: true };
  const bodies = createBodies(kernel.parts.env);
  const mounts = new Map(
    await Promise.all(
      names.map(async (name) => {
        const bound = await kernel.server(name);
        return [name, { mount: mountHttp(parts, bound, bodies), sse: createLegacySse(parts, bound, bodies) }] as const;
      }),
    ),
  );
  const server = createServer((request, response) => {
    const user = String(request.headers["x-user"]);
    const caller = httpCaller(user, `socket of ${user}`, request.socket.remoteAddress);
    const url = new URL(request.url ?? "/", "http://localhost");
    const [name = "", endpoint] = url.pathname.slice(1).split("/");
    const served = mounts.get(name);
    const answered =
      endpoint === "sse"
        ? served?.sse.open(response, caller)
        : endpoint === "messages"
          ? served?.sse.post(request, response, url.searchParams.get("sessionId") ?? "", caller)
          : served?.mount.handle(request, response, caller);
    answered?.catch((error) => answerFailure(response, error as KernelError));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    for (const { mount, sse } of mounts.values()) {
      await sse.close();
      await mount.close();
    }
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** A client of the newest era or of the one before, signed in as somebody. */
    async connect(
      user: string,
      { name = names[0] ?? "", era = "modern" as "modern" | "legacy", program = "agent" } = {},
    ) {
      const client = new Client(
        { name: program, version: "1" },
        era === "modern" ? { versionNegotiation: { mode: { pin: MODERN } } } : {},
      );
      onTestFinished(() => client.close());
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/${name}/mcp`), {
        requestInit: { headers: { "x-user": user } },
      });
      await client.connect(transport);
      return { client, transport };
    },
  };
}
