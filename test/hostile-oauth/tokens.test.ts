import { createHmac } from "node:crypto";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { exportSPKI, importJWK } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { openForger } from "../kit/forged-tokens.ts";
import { ENGINES } from "../kit/kernel.ts";
import { openOAuth } from "../kit/oauth.ts";

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test.each(ENGINES)("77, 78, 79: of all tokens that look right, only the right one is taken (%s)", async (engine) => {
  const { client, known, refusals, good, claims, key, sign, url, resource, accounts } = await openForger({ engine });
  const now = Math.floor(Date.now() / 1000);
  const write = (token: string) => client.call(token, "test_write", { text: "forged" });
  expect((await client.call(good.access_token, "test_read")).status).toBe(200);
  const { d: _private, ...publicKey } = key;
  const spki = await exportSPKI(
    (await importJWK(publicKey, "ES256")) as Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>,
  );
  const hs256 = `${base64({ alg: "HS256", typ: "at+jwt", kid: key.kid })}.${base64(claims)}`;
  const [head = "", body = "", signature = ""] = good.access_token.split(".");
  const forged: Record<string, string> = {
    "no audience": await sign({ aud: undefined }),
    "another audience": await sign({ aud: "https://elsewhere.example/mcp" }),
    "a list of audiences": await sign({ aud: [resource("conformance"), "https://elsewhere.example"] }),
    "a list of one audience": await sign({ aud: [resource("conformance")] }),
    "another server of ours": await sign({ aud: resource("truth") }),
    "a slash at the end": await sign({ aud: `${resource("conformance")}/` }),
    "the address in other letters": await sign({ aud: resource("conformance").toUpperCase() }),
    "another issuer": await sign({ iss: "https://elsewhere.example" }),
    "no issuer": await sign({ iss: undefined }),
    "no algorithm": `${base64({ alg: "none", typ: "at+jwt" })}.${base64(claims)}.`,
    "the public key as a secret": `${hs256}.${createHmac("sha256", spki).update(hs256).digest("base64url")}`,
    "an unknown key": await sign({}, { kid: "unknown" }),
    "no key named": await sign({}, { kid: undefined }),
    "an ID token": good.id_token ?? "",
    "the type of an ID token": await sign({}, { typ: "JWT" }),
    "no type": await sign({}, { typ: undefined }),
    expired: await sign({ exp: now - 60 }),
    "expired by more than the skew": await sign({ exp: now - 10 }),
    "not yet": await sign({ nbf: now + 60 }),
    "never ends": await sign({ exp: undefined }),
    "another user": await sign({ sub: "bob" }),
    "nobody's consent": await sign({ gid: "unknown" }),
    "no consent": await sign({ gid: undefined }),
    "no scope": await sign({ scope: undefined }),
    "scopes of another server": await sign({ scope: "truth:read truth:write" }),
    "a changed body": `${head}.${base64({ ...claims, scope: "conformance:destructive" })}.${signature}`,
    "without a signature": `${head}.${body}.`,
    "a refresh token": good.refresh_token,
    nonsense: "nonsense",
  };
  const before = await known();
  for (const [kind, token] of Object.entries(forged)) {
    const refused = await write(token);
    expect([refused.status, kind]).toEqual([401, kind]);
    expect(refused.challenge).toContain('error="invalid_token"');
    expect(refused.challenge).toContain(
      `resource_metadata="${url}/.well-known/oauth-protected-resource/conformance/mcp"`,
    );
    expect(refused.body).not.toContain(token);
  }
  expect(await known()).toEqual(before);
  expect((await refusals()).filter(({ server }) => server === "conformance")).toHaveLength(Object.keys(forged).length);
  // The control: signed in the same way and unchanged, it is taken.
  expect((await write(await sign({}))).status).toBe(200);
  await accounts.users.add({ name: "eve", role: "operator", password: "another password" });
  await accounts.users.disable("ada");
  expect((await write(good.access_token)).status, "a disabled user").toBe(401);
});

test("78: a key that the token itself points to is never fetched", async () => {
  const { client, sign } = await openForger();
  let connections = 0;
  const { createServer } = await import("node:http");
  const listener = createServer((_request, response) => {
    response.end("{}");
  });
  listener.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as { port: number };
  for (const header of ["jku", "x5u"]) {
    const token = await sign({}, { kid: "elsewhere", [header]: `http://127.0.0.1:${port}/keys` });
    expect((await client.call(token, "test_read")).status).toBe(401);
  }
  expect(connections).toBe(0);
});

test.each(ENGINES)(
  "82: a token in an address is refused, also a right one, and no log line holds any (%s)",
  async (engine) => {
    const { client, known, kernel, url, refusals } = await openOAuth({ engine });
    const { access_token, refresh_token } = await client.tokens();
    const before = await known();
    const refused = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const asked = request(`${url}/conformance/mcp?access_token=${access_token}`, { method: "POST" }, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
      });
      asked.end("{}");
    });
    expect(refused.status).toBe(400);
    expect(await known()).toEqual(before);
    expect(await refusals()).toEqual([{ server: "conformance", reason: "token_in_address" }]);
    await client.call("x.y.z", "test_read");
    await client.redeem({ ...(await client.code()), verifier: "w".repeat(43) });
    const lines = JSON.stringify(kernel.log.lines);
    for (const secret of [access_token, refresh_token]) expect(lines).not.toContain(secret);
  },
);

test("a body is not read before its sender is known", async () => {
  const { url } = await openOAuth();
  // The head promises a body that never comes: whoever waited for it would wait for ever.
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(
      `${url}/conformance/mcp`,
      { method: "POST", headers: { "content-type": "application/json", "content-length": "1000000" } },
      (response) => {
        resolve(response.statusCode);
        asked.destroy();
      },
    );
    asked.on("error", reject);
    asked.flushHeaders();
  });
  expect(answered).toBe(401);
});
