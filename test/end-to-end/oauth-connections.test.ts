import { expect, test } from "vitest";
import { Browser } from "../kit/browser.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { PASSWORD } from "../kit/oauth.ts";
import { runCli, startServe, startStdio } from "../kit/processes.ts";

const ID = "cursor-2026-abc123";

async function startSigned() {
  const data = temporaryFolder();
  const { url, output } = await startServe(["--auth", "oauth", "--servers", "truth,conformance", "--data", data]);
  await expect.poll(() => output()).toMatch(/\/invitation\/\S+/);
  const link = /http:\S+\/invitation\/\S+/.exec(output())?.[0] ?? "";
  const browser = new Browser();
  await browser.submit(await browser.open(link), new URL(link).pathname, {
    name: "ada",
    password: PASSWORD,
    again: PASSWORD,
  });
  const api = async (path: string, method = "GET", body?: object, as = browser) => {
    const shown = await as.open(`${url}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { accept: "application/json", "content-type": "application/json", origin: url },
    });
    return { status: shown.status, body: JSON.parse(shown.body) };
  };
  return { data, url, browser, api };
}

async function initialized(data: string, env: Record<string, string>, args: readonly string[] = []) {
  const peer = startStdio("truth", ["--data", data, ...args], env);
  const answer = await peer.initialize();
  return { peer, answer };
}

const errorOf = async (peer: ReturnType<typeof startStdio>, tool: string, args: Record<string, unknown> = {}) =>
  (await peer.callTool(tool, args)).result.structuredContent.error;

test("a connection: begun, signed in for, used over pipes, listed and taken back", async () => {
  const { data, url, browser, api } = await startSigned();

  const begun = await api("/api/mcp/oauth/initiate", "POST", {
    connection_id: ID,
    client_name: "Cursor",
    servers: ["truth"],
  });
  expect(begun).toMatchObject({ status: 200, body: { connection_id: ID, status: "pending" } });
  const asked = new URL(begun.body.authorization_url);
  expect([asked.origin, asked.searchParams.get("code_challenge_method")]).toEqual([url, "S256"]);
  expect((await api(`/api/mcp/oauth/status?connection_id=${ID}`)).body).toEqual({
    connection_id: ID,
    status: "pending",
  });

  const consent = await browser.visit(asked.href);
  expect(consent.body).toContain(`the connection ${ID}`);
  const done = await browser.submit(consent, "/consent", { answer: "allow", scope: ["truth:read"] });
  expect(done.body).toContain("Connected");
  expect((await api(`/api/mcp/oauth/status?connection_id=${ID}`)).body).toEqual({
    connection_id: ID,
    status: "active",
  });
  // The answer of the server to itself works once.
  expect((await browser.open(done.url)).status).toBe(403);

  const { peer, answer } = await initialized(data, { NEOTOMA_CONNECTION_ID: ID });
  expect(answer.result.serverInfo.name).toBe("bailiwick-truth");
  const me = (await peer.callTool("get_authenticated_user", {})).result.structuredContent;
  expect(me).toMatchObject({ authenticated: true, user_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const local = await initialized(data, {});
  expect((await local.peer.callTool("get_authenticated_user", {})).result.structuredContent.user_id).not.toBe(
    me.user_id,
  );
  // Only reading was allowed.
  const written = await errorOf(peer, "store", {
    entities: [{ entity_type: "company", name: "Acme" }],
    idempotency_key: "k1",
  });
  expect(written).toMatchObject({ code: "INSUFFICIENT_SCOPE", details: { scope: "truth:write" } });

  const used = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect((await api("/api/mcp/oauth/connections")).body).toMatchObject({
    connections: [
      { connection_id: ID, client_name: "Cursor", status: "active", scopes: ["truth:read"], last_used_at: used },
    ],
  });
  const stranger = await api("/api/mcp/oauth/connections", "GET", undefined, new Browser());
  expect(stranger).toMatchObject({
    status: 401,
    body: { error: { code: "InvalidRequest", trace_id: expect.any(String) } },
  });
  expect((await api(`/api/mcp/oauth/connections/${ID}`, "DELETE", undefined, new Browser())).status).toBe(401);
  expect(await api(`/api/mcp/oauth/connections/${ID}`, "DELETE")).toMatchObject({ status: 200 });
  expect((await api(`/api/mcp/oauth/connections/${ID}`, "DELETE")).status).toBe(404);

  const { peer: later, answer: refused } = await initialized(data, { NEOTOMA_CONNECTION_ID: ID });
  expect(refused.error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("OAuth connection failed: there is no such connection"),
  });
  expect(await errorOf(later, "retrieve_entities")).toMatchObject({
    code: "InvalidRequest",
    message: "Not authenticated. Call initialize first.",
  });
});

test("wrong ids and bodies are told in the contract's shape, and nothing is begun", async () => {
  const { api, url } = await startSigned();
  const code = async (body: object) => (await api("/api/mcp/oauth/initiate", "POST", body)).body.error.code;
  expect(await code({})).toBe("InvalidParams");
  expect(await code({ connection_id: "short" })).toBe("InvalidParams");
  expect(await code({ connection_id: ID, servers: ["nowhere"] })).toBe("InvalidParams");
  expect(await code({ connection_id: ID, unknown: 1 })).toBe("InvalidParams");
  expect((await api("/api/mcp/oauth/status")).body.error.code).toBe("InvalidParams");
  expect(await api(`/api/mcp/oauth/status?connection_id=${ID}`)).toMatchObject({
    status: 404,
    body: { error: { code: "NOT_FOUND" } },
  });
  const back = `${url}/api/mcp/oauth/callback?state=x&code=y`;
  expect((await api("/api/mcp/oauth/callback?state=x&code=y")).body.error.code).toBe("InvalidRequest");
  const shown = await new Browser().open(back);
  expect([shown.status, shown.body]).toEqual([403, expect.stringMatching(/^<!doctype html>.*begin again/s)]);
});

test("over pipes: nobody, a wrong connection and a wrong token are told apart in the contract's words", async () => {
  const { data, api } = await startSigned();

  const nobody = await initialized(data, {}, ["--auth", "oauth"]);
  expect(nobody.answer.error).toMatchObject({
    code: -32602,
    message: expect.stringContaining("Authentication required. Set NEOTOMA_CONNECTION_ID or NEOTOMA_SESSION_TOKEN"),
  });
  // A client of the newest era sends no initialize: its calls are told the reason itself.
  const modern = startStdio("truth", ["--data", data, "--auth", "oauth"]);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const called = async (name: string) =>
    (await modern.request("tools/call", { name, arguments: {}, _meta: meta })).result.structuredContent.error;
  expect(await called("retrieve_entities")).toMatchObject({
    code: "InvalidParams",
    message: "Authentication required. Set NEOTOMA_CONNECTION_ID or NEOTOMA_SESSION_TOKEN",
  });
  expect(await called("get_authenticated_user")).toMatchObject({
    code: "InvalidRequest",
    message: "Authentication required. Set NEOTOMA_CONNECTION_ID in mcp.json env",
  });

  const wrong = await initialized(data, { NEOTOMA_SESSION_TOKEN: "wrong" });
  expect(wrong.answer.error.message).toContain("Invalid session token: ");
  expect(wrong.peer.stderr).toContain("NEOTOMA_SESSION_TOKEN is deprecated");

  const { session_token } = (await api("/api/me/session-token", "POST", {})).body;
  const right = await initialized(data, { NEOTOMA_SESSION_TOKEN: session_token });
  expect((await right.peer.callTool("get_authenticated_user", {})).result.structuredContent.authenticated).toBe(true);
  // It ends with the session it was copied from.
  await runCli(["users", "sign-out", "ada", "--data", data]);
  const ended = await initialized(data, { NEOTOMA_SESSION_TOKEN: session_token });
  expect(ended.answer.error.message).toContain("Invalid session token: ");
});
