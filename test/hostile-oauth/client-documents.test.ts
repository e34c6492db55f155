import { once } from "node:events";
import { createServer, type IncomingMessage, request as requestPlain, type ServerResponse } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { isPublicAddress } from "../../src/apps/oauth/public-address.ts";
import { createSafeFetch, type SafeFetchNetwork } from "../../src/apps/oauth/safe-fetch.ts";
import { Browser } from "../kit/browser.ts";
import { ENGINES } from "../kit/kernel.ts";
import { openOAuth } from "../kit/oauth.ts";

const CLIENT = "https://app.example/client.json";
const PUBLIC = "93.184.216.34";

/** A listener that counts every connection, whatever comes of it. */
async function countConnections() {
  let connections = 0;
  const server = createSocketServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as { port: number }).port, count: () => connections };
}

/** The open internet, as far as one host of it goes: its name leads to a public address, behind which we listen. */
async function openInternet(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const pinned: string[] = [];
  const network: SafeFetchNetwork = {
    resolve: async () => [PUBLIC],
    request(url, { lookup, agent: _agent, ...options }, onAnswer) {
      lookup?.(url.hostname, {}, (_error, address) => void pinned.push(String(address)));
      return requestPlain(`http://127.0.0.1:${port}${url.pathname}`, options, onAnswer);
    },
  };
  return { network, pinned };
}

const document = (changed: object = {}) => ({
  client_id: CLIENT,
  client_name: "The app",
  redirect_uris: ["https://app.example/callback"],
  ...changed,
});

const asked = { clientId: CLIENT, redirectUri: "https://app.example/callback" };

test("80: a program known by its document is shown with its host and as unchecked, and gets its code", async () => {
  const { network, pinned } = await openInternet((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(document()));
  });
  const { client } = await openOAuth({ network });

  const { sentTo, consent, verifier } = await client.allow(asked);

  expect(consent.body).toContain("<code>app.example</code>");
  expect(consent.body).toContain("Nobody here has checked this program");
  expect(sentTo.href).toMatch(/^https:\/\/app\.example\/callback\?code=/);
  const code = sentTo.searchParams.get("code") ?? "";
  const tokens = await client.redeem({ code, verifier, ...asked });
  expect(tokens.status).toBe(200);
  expect((await client.call(tokens.access_token, "test_read")).status).toBe(200);
  expect(new Set(pinned)).toEqual(new Set([PUBLIC]));
});

describe("80: a document is refused", () => {
  const cases: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    "that names another id": (_request, response) =>
      void response.end(JSON.stringify(document({ client_id: "https://app.example/other.json" }))),
    "of five megabytes": (_request, response) =>
      void response.end(JSON.stringify(document({ client_name: "x".repeat(5_000_000) }))),
    "that has a secret": (_request, response) => void response.end(JSON.stringify(document({ client_secret: "x" }))),
    "that is elsewhere": (_request, response) =>
      void response.writeHead(302, { location: "https://app.example/moved.json" }).end(),
    "that is no JSON": (_request, response) => void response.end("<html>"),
    "that is not there": (_request, response) => void response.writeHead(404).end("{}"),
    "without the address that is asked for": (_request, response) =>
      void response.end(JSON.stringify(document({ redirect_uris: ["https://app.example/other"] }))),
  };
  test.each(Object.entries(cases))("%s", async (_kind, answer) => {
    const { network } = await openInternet(answer);
    const { client, known } = await openOAuth({ network });
    const before = await known();
    const shown = await new Browser().visit((await client.authorizationUrl(asked)).url);
    expect([shown.status >= 400, shown.headers.location]).toEqual([true, undefined]);
    expect(await known()).toEqual(before);
  });
});

test.each(ENGINES)("80: no connection is begun to any spelling of a place inside (%s)", async (engine) => {
  const { port, count } = await countConnections();
  const { client, known, refusals } = await openOAuth({ engine });
  const before = await known();
  const places = [
    "127.0.0.1",
    "localhost",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "0.0.0.0",
    "[::]",
  ];
  for (const place of places) {
    const clientId = `https://${place}:${port}/client.json`;
    const shown = await new Browser().visit((await client.authorizationUrl({ ...asked, clientId })).url);
    expect([place, shown.status, shown.headers.location]).toEqual([place, 400, undefined]);
  }
  expect(count()).toBe(0);
  // The control: it counts whoever does connect.
  await fetch(`http://127.0.0.1:${port}/`).catch(() => {});
  expect(count()).toBe(1);
  expect(await known()).toEqual(before);
  expect((await refusals()).length).toBeGreaterThanOrEqual(places.length);
});

test("80: a name that leads outside and then inside leads nowhere inside", async () => {
  const { port, count } = await countConnections();
  const answers = [[PUBLIC], ["127.0.0.1"]];
  const connected: string[] = [];
  const network: SafeFetchNetwork = {
    resolve: async () => answers.shift() ?? ["127.0.0.1"],
    request(_url, { lookup }, _onAnswer) {
      // Whatever asks for the name while connecting gets the address that was looked at.
      lookup?.("rebinding.example", {}, (_error, address) => void connected.push(String(address)));
      throw new Error("the public place does not answer");
    },
  };
  const fetch = createSafeFetch(network);
  await expect(fetch(`https://rebinding.example:${port}/`)).rejects.toThrow("does not answer");
  await expect(fetch(`https://rebinding.example:${port}/`)).rejects.toThrow("does not lead to the open internet");
  // One address inside among those outside is enough.
  answers.push([PUBLIC, "10.0.0.1"]);
  await expect(fetch(`https://rebinding.example:${port}/`)).rejects.toThrow("does not lead to the open internet");
  expect([connected, count()]).toEqual([[PUBLIC], 0]);
  await expect(fetch("http://app.example/")).rejects.toThrow("Only https");
  await expect(fetch("https://user:word@app.example/")).rejects.toThrow("password");
});

test("only documents on the operator's hosts are fetched, and none where they are off", async () => {
  const { network, pinned } = await openInternet((_request, response) => void response.end(JSON.stringify(document())));
  for (const settings of [{ clientHosts: ["other.example"] }, { clientDocuments: false }]) {
    const { client } = await openOAuth({ network, settings });
    const shown = await new Browser().visit((await client.authorizationUrl(asked)).url);
    expect([shown.status, shown.headers.location]).toEqual([400, undefined]);
  }
  expect(pinned).toEqual([]);
});

test("a program may register itself only where the operator said so", async () => {
  const register = (url: string) =>
    fetch(`${url}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "New", redirect_uris: ["https://new.example/callback"] }),
    });
  const closed = await openOAuth();
  expect((await register(closed.url)).status).toBe(404);
  const open = await openOAuth({ settings: { registration: true } });
  const registered = await register(open.url);
  expect(registered.status).toBe(201);
  const { client_id } = (await registered.json()) as { client_id: string };
  const tokens = await open.client.tokens({ clientId: client_id, redirectUri: "https://new.example/callback" });
  expect(tokens.status).toBe(200);
});

test("what is public is public, and nothing else", () => {
  const inside =
    "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 64:ff9b::808:808 2002:7f00:1:: fc00::1 fe80::1 ff02::1 2001:db8::1 2001::1";
  expect(inside.split(" ").filter(isPublicAddress)).toEqual([]);
  const outside = "8.8.8.8 93.184.216.34 172.32.0.1 2606:4700::1111 2a00:1450:4001::1";
  expect(outside.split(" ").filter(isPublicAddress)).toEqual(outside.split(" "));
});
