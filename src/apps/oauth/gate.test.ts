import { expect, test } from "vitest";
import { Browser } from "../../../test/kit/browser.ts";
import { openOAuth, PASSWORD } from "../../../test/kit/oauth.ts";

const JSON_HEADERS = { accept: "application/json", "content-type": "application/json" };

async function openPage(options: Parameters<typeof openOAuth>[0] = {}) {
  const opened = await openOAuth(options);
  const signedIn = async (name: string) => {
    const browser = new Browser();
    await browser.submit(await browser.open(`${opened.url}/sign-in`), "/sign-in", { name, password: PASSWORD });
    return browser;
  };
  const api = async (browser: Browser, path: string, method = "GET", body?: object) => {
    const shown = await browser.open(`${opened.url}${path}`, {
      method,
      headers: { ...JSON_HEADERS, ...(method !== "GET" && { origin: opened.url }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: shown.status, body: JSON.parse(shown.body || "null") };
  };
  return { ...opened, signedIn, api };
}

test("only health, metadata and the pages of signing in are for everyone", async () => {
  const { url, signedIn } = await openPage();
  const status = async (browser: Browser, path: string) =>
    (await browser.open(`${url}${path}`, { headers: { accept: "application/json" } })).status;
  const open = [
    "/healthz",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration",
    "/oauth/jwks",
  ];
  const metadata = ["/.well-known/oauth-protected-resource/truth/mcp", "/sign-in"];
  const closed = ["/", "/metrics", "/tools.json", "/api/instructions.json", "/api/me", "/api/users", "/nowhere"];
  const programs = ["/conformance/mcp", "/truth/mcp", "/truth/sse"];
  const stranger = new Browser();
  for (const path of [...open, ...metadata]) expect([path, await status(stranger, path)]).toEqual([path, 200]);
  // What a program looks for before it knows how to sign in is told not to be there.
  const elsewhere = ["", "/nowhere/mcp"].map((path) => `/.well-known/oauth-protected-resource${path}`);
  for (const path of elsewhere) expect([path, await status(stranger, path)]).toEqual([path, 404]);
  for (const path of [...closed, ...programs]) expect([path, await status(stranger, path)]).toEqual([path, 401]);

  const ada = await signedIn("ada");
  expect([await status(ada, "/tools.json"), await status(ada, "/api/me"), await status(ada, "/nowhere")]).toEqual([
    200, 200, 404,
  ]);
  // A browser's cookie opens no server: a page elsewhere could ride on it.
  expect(await status(ada, "/conformance/mcp")).toBe(401);
  // A browser that asks for a page is sent to sign in.
  const sent = await stranger.open(`${url}/`);
  expect([sent.status, sent.headers.location]).toEqual([303, "/sign-in"]);
  await ada.open(`${url}/sign-out`, { method: "POST" });
  expect(await status(ada, "/api/me")).toBe(401);
});

test("a session that was copied before signing out opens nothing afterwards", async () => {
  const { signedIn, api, url } = await openPage();
  const ada = await signedIn("ada");
  const copy = new Browser();
  for (const [key, value] of ada.cookies) copy.cookies.set(key, value);
  expect((await api(copy, "/api/me")).status).toBe(200);
  await ada.open(`${url}/sign-out`, { method: "POST" });
  expect((await api(copy, "/api/me")).status).toBe(401);
});

test("a scraper with the operator's word reads the metrics and nothing else", async () => {
  const { url } = await openPage({ settings: { metricsToken: "a-long-enough-word" } });
  const status = async (path: string, word = "a-long-enough-word") =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${word}` } })).status;
  expect([await status("/metrics"), await status("/metrics", "another-long-word")]).toEqual([200, 401]);
  expect([await status("/api/me"), await status("/conformance/mcp")]).toEqual([401, 401]);
});

test("an operator invites and disables, a member does neither, and a token never gets there", async () => {
  const { url, signedIn, api, accounts, client } = await openPage({ users: ["ada", "bob"] });
  const [ada, bob] = [await signedIn("ada"), await signedIn("bob")];
  expect(await api(bob, "/api/me")).toEqual({ status: 200, body: { user: "bob", role: "member", grants: [] } });
  expect((await api(bob, "/api/users")).status).toBe(403);
  expect((await api(bob, "/api/users", "POST", { name: "eve" })).status).toBe(403);
  expect(await accounts.users.find("eve")).toBeUndefined();
  const { access_token } = await client.tokens();
  const asProgram = await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${access_token}` } });
  expect(asProgram.status).toBe(401);

  const elsewhere = { method: "POST", headers: { ...JSON_HEADERS, origin: "http://127.0.0.1:1" } };
  const foreign = await ada.open(`${url}/api/users`, { ...elsewhere, body: JSON.stringify({ name: "eve" }) });
  expect(foreign.status, "a page of another origin").toBe(403);
  expect(await accounts.users.find("eve")).toBeUndefined();

  const invited = await api(ada, "/api/users", "POST", { name: "eve" });
  expect(invited).toMatchObject({ status: 201, body: { name: "eve", role: "member" } });
  const eve = new Browser();
  const link = invited.body.invitation as string;
  const page = await eve.open(link);
  const wrong = await eve.submit(page, new URL(link).pathname, { password: PASSWORD, again: "something else" });
  expect([wrong.status, wrong.body.includes("The two passwords differ")]).toEqual([400, true]);
  await eve.submit(page, new URL(link).pathname, { password: PASSWORD, again: PASSWORD });
  expect((await api(eve, "/api/me")).body).toMatchObject({ user: "eve" });

  expect((await api(ada, "/api/users/eve/disable", "POST")).body).toMatchObject({ name: "eve", state: "disabled" });
  expect((await api(eve, "/api/me")).status).toBe(401);
  expect((await api(ada, "/api/users/ada/disable", "POST")).status, "the last operator").toBe(409);
  expect((await api(ada, "/api/users")).body.users.map(({ name }: { name: string }) => name)).toEqual([
    "ada",
    "bob",
    "eve",
  ]);
});

test("a name in percent signs that is no text is nobody's, and no fault of ours", async () => {
  const { signedIn, api, kernel } = await openPage();
  const ada = await signedIn("ada");
  for (const [path, method] of [
    ["/api/users/%zz/disable", "POST"],
    ["/api/me/grants/%E0%A4%A", "DELETE"],
    ["/api/mcp/oauth/connections/%E0%A4%A", "DELETE"],
  ] as const) {
    expect([path, (await api(ada, path, method)).status]).toEqual([path, 404]);
  }
  expect(kernel.log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("a user sees what they allowed and takes it back, but not another's", async () => {
  const { signedIn, api, client } = await openPage({ users: ["ada", "bob"] });
  const { access_token } = await client.tokens();
  const [ada, bob] = [await signedIn("ada"), await signedIn("bob")];
  const { grants } = (await api(ada, "/api/me")).body;
  expect(grants).toEqual([
    { id: expect.any(String), client_id: "editor", scopes: ["conformance:read", "conformance:write"] },
  ]);
  expect((await api(bob, `/api/me/grants/${grants[0].id}`, "DELETE")).status).toBe(404);
  expect((await client.call(access_token, "test_read")).status).toBe(200);
  expect((await api(ada, `/api/me/grants/${grants[0].id}`, "DELETE")).status).toBe(200);
  expect((await client.call(access_token, "test_read")).status).toBe(401);
});

test("two users of one server see only their own, by token, session and stream", async () => {
  const { client, url } = await openPage({ users: ["ada", "bob"] });
  const [ada, bob] = [await client.tokens(), await client.tokens({ user: "bob" })];
  const written = await client.call(ada.access_token, "test_write", { text: "of ada" });
  const { id } = JSON.parse(written.body).result.structuredContent;
  const read = async (token: string) => (await client.call(token, "test_read", { id })).body;
  expect(await read(ada.access_token)).toContain("of ada");
  expect(await read(bob.access_token)).not.toContain("of ada");

  const send = (token: string, body: object, session?: string) =>
    fetch(`${url}/conformance/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        ...(session !== undefined && { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
    });
  const opened = await send(ada.access_token, {
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });
  const session = opened.headers.get("mcp-session-id") ?? "";
  const list = { method: "tools/list", params: {} };
  expect((await send(ada.access_token, list, session)).status).toBe(200);
  expect((await send(bob.access_token, list, session)).status, "another user").toBe(404);
  expect((await send("x.y.z", list, session)).status, "a session alone").toBe(401);
});
