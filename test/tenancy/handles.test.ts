import { describe, expect, onTestFinished, test } from "vitest";
import { ENGINES, openTestKernel } from "../kit/kernel.ts";
import { openTestNotebook } from "../kit/notebook.ts";
import { serveUsers } from "../kit/serve-users.ts";

const MCP = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const PING = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" });

describe.each(ENGINES)("what one user was given is nothing in the hands of another, on %s", (engine) => {
  test("a session answers another user as one that never was", async () => {
    const kernel = await openTestKernel({ engine });
    const { url, connect } = await serveUsers(kernel, "conformance");
    const { transport } = await connect("ada", { era: "legacy" });
    const ask = async (user: string, session: string, method = "POST") => {
      const answer = await fetch(`${url}/conformance/mcp`, {
        method,
        headers: { ...MCP, "x-user": user, "mcp-session-id": session },
        ...(method === "POST" && { body: PING }),
      });
      return { status: answer.status, body: await answer.text() };
    };
    const own = transport.sessionId ?? "";
    const before = await kernel.stateRoot();
    expect(own).not.toBe("");
    for (const method of ["POST", "GET", "DELETE"]) {
      expect(await ask("bob", own, method), method).toEqual(await ask("bob", "A".repeat(own.length), method));
    }
    expect((await ask("ada", own)).status).toBe(200);
    expect(await kernel.stateRoot()).toEqual(before);
  });

  test("a stream of 2024 takes no message of another user", async () => {
    const kernel = await openTestKernel({ engine });
    const { url } = await serveUsers(kernel, "conformance");
    const hangUp = new AbortController();
    onTestFinished(() => hangUp.abort());
    const stream = await fetch(`${url}/conformance/sse`, { headers: { "x-user": "ada" }, signal: hangUp.signal });
    const reader = stream.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    const endpoint = /data: (\S+)/.exec(first)?.[1] ?? "";
    const post = async (user: string, path: string) => {
      const answer = await fetch(`${url}${path}`, { method: "POST", headers: { ...MCP, "x-user": user }, body: PING });
      return { status: answer.status, body: await answer.text() };
    };
    const before = await kernel.stateRoot();
    const unknown = endpoint.replace(/sessionId=.*/, `sessionId=${"A".repeat(32)}`);
    expect(await post("bob", endpoint)).toEqual(await post("bob", unknown));
    expect((await post("ada", endpoint)).status).toBe(202);
    expect(await kernel.stateRoot()).toEqual(before);
  });

  test("request state is refused when another user sends it, whatever the client program", async () => {
    const kernel = await openTestKernel({ engine });
    const { url } = await serveUsers(kernel, "conformance");
    const call = async (user: string, params: object) => {
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
        "io.modelcontextprotocol/clientInfo": { name: "the same program", version: "1" },
      };
      const name = "test_input_required_result_request_state";
      const answer = await fetch(`${url}/conformance/mcp`, {
        method: "POST",
        headers: {
          ...MCP,
          "x-user": user,
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": name,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: {}, _meta, ...params },
        }),
      });
      const text = await answer.text();
      const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
      return JSON.parse(json) as { result?: { requestState?: string; inputRequests?: object }; error?: object };
    };
    const asked = await call("ada", {});
    const { requestState, inputRequests } = asked.result ?? {};
    expect(requestState, JSON.stringify(asked)).toEqual(expect.any(String));
    const inputResponses = Object.fromEntries(
      Object.keys(inputRequests ?? {}).map((key) => [key, { action: "accept", content: {} }]),
    );
    const before = await kernel.stateRoot();
    expect(await call("bob", { requestState, inputResponses })).toHaveProperty("error");
    expect(await call("ada", { requestState: `${requestState}x`, inputResponses })).toHaveProperty("error");
    expect(await kernel.stateRoot()).toEqual(before);
    expect(await call("ada", { requestState, inputResponses })).toHaveProperty("result");
  });

  test("a context handle and a stream token answer another user as ones that never were", async () => {
    const notebook = await openTestNotebook({ engine });
    const { connect } = await serveUsers(notebook, "notebook");
    const ada = await connect("ada");
    const bob = await connect("bob");
    const call = async (who: typeof ada, name: string, args: Record<string, unknown>) =>
      (await who.client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
    const { context_handle } = await call(ada, "enter_collection", { collection_id: "garden" });
    expect(context_handle).toEqual(expect.stringMatching(/^ctx_/));
    const search = { query: "barrel", k: 3 };
    const before = await notebook.stateRoot();
    const foreign = await call(bob, "semantic_search", { ...search, context_handle });
    expect(foreign).toEqual(await call(bob, "semantic_search", { ...search, context_handle: `ctx_${"A".repeat(32)}` }));
    expect(foreign).toHaveProperty("error");
    const { stream_token } = await call(ada, "begin_result_stream", { query: "barrel", context_handle });
    const unknown = await call(bob, "next_stream_chunk", { stream_token: "00000000-0000-4000-8000-000000000000" });
    expect(await call(bob, "next_stream_chunk", { stream_token })).toEqual(unknown);
    expect(await notebook.stateRoot()).toEqual(before);
    expect(await call(ada, "next_stream_chunk", { stream_token, context_handle })).not.toHaveProperty("error");
  });
});
