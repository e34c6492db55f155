import { decodeJwt, decodeProtectedHeader } from "jose";
import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { Browser } from "../../../test/kit/browser.ts";
import { ENGINES } from "../../../test/kit/kernel.ts";
import { openOAuth, REDIRECT } from "../../../test/kit/oauth.ts";

test.each(ENGINES)("a program finds its way from a 401 to a call for its user (%s)", async (engine) => {
  const { url, client, resource, kernel } = await openOAuth({ engine });

  const refused = await client.call(undefined, "test_read");
  expect(refused.status).toBe(401);
  expect(refused.challenge).toBe(
    `Bearer scope="conformance:read conformance:write conformance:destructive", resource_metadata="${url}/.well-known/oauth-protected-resource/conformance/mcp"`,
  );

  const insecure = { [oauth.allowInsecureRequests]: true };
  const resourceServer = await oauth.processResourceDiscoveryResponse(
    new URL(resource("conformance")),
    await oauth.resourceDiscoveryRequest(new URL(resource("conformance")), insecure),
  );
  const issuer = new URL(resourceServer.authorization_servers?.[0] ?? "");
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }),
  );
  expect(as).toMatchObject({
    issuer: url,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    token_endpoint_auth_methods_supported: expect.arrayContaining(["none"]),
  });
  expect(as.registration_endpoint).toBeUndefined();

  const { sentTo, verifier } = await client.allow();
  const params = oauth.validateAuthResponse(as, { client_id: "editor" }, sentTo, "the-state");
  const answered = await oauth.authorizationCodeGrantRequest(
    as,
    { client_id: "editor" },
    oauth.None(),
    params,
    REDIRECT,
    verifier,
    { additionalParameters: { resource: resource("conformance") }, ...insecure },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(as, { client_id: "editor" }, answered);

  expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: "ES256", typ: "at+jwt" });
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    iss: url,
    aud: resource("conformance"),
    sub: "ada",
    client_id: "editor",
    scope: "conformance:read conformance:write",
  });
  const called = await client.call(tokens.access_token, "test_write", { text: "hello" });
  expect(called).toMatchObject({ status: 200 });
  expect(called.body).not.toContain('"isError":true');
  const { rows } = await (await kernel.parts.database()).read("ada", async (sql) => ({
    rows: await sql.all<{ actor: string }>(
      (await import("../../kernel/query.ts")).query`select actor from event where tenant_id = 'ada'`,
    ),
  }));
  expect(rows.map(({ actor }) => JSON.parse(actor))).toEqual([{ user: "ada", agent: "editor", client: "test" }]);
});

test("the consent page names program, host and rights, and what the user takes away is not given", async () => {
  const { client } = await openOAuth();

  const { consent, sentTo, verifier } = await client.allow({
    scope: "conformance:read conformance:write conformance:destructive",
    chosen: ["conformance:read"],
  });

  expect(consent.body).toContain("Allow The editor to act for you?");
  expect(consent.body).toContain("<code>127.0.0.1:9</code>");
  expect(consent.body).toContain("This answer goes to a program on your own machine");
  expect(consent.headers).toMatchObject({
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    "x-frame-options": "DENY",
    "cache-control": "no-store",
  });
  const tokens = await client.redeem({
    code: sentTo.searchParams.get("code") ?? "",
    verifier,
    clientId: "editor",
    redirectUri: REDIRECT,
  });
  expect(tokens).toMatchObject({ status: 200, scope: "conformance:read" });
  const refused = await client.call(tokens.access_token, "test_write", { text: "x" });
  expect(refused.status).toBe(403);
  expect(refused.challenge).toContain('error="insufficient_scope", scope="conformance:write"');
  expect((await client.call(tokens.access_token, "test_read")).status).toBe(200);
});

test("who is signed in as somebody else says so and signs in as themselves", async () => {
  const { client } = await openOAuth({ users: ["ada", "bob"] });
  const browser = new Browser();
  await client.allow({ browser });
  const asAda = await browser.visit((await client.authorizationUrl({})).url);
  expect(asAda.body).toContain("<dd>ada</dd>");

  const switched = await browser.submit(asAda, "/consent", { answer: "switch" });

  expect(switched.body).toContain("Allow The editor to act for you?");
  expect(switched.body).not.toContain("<dd>ada</dd>");
  const { access_token } = await client.tokens({ browser, user: "bob" });
  expect(decodeJwt(access_token)).toMatchObject({ sub: "bob" });
});

test("a user who refuses sends the program away with nothing", async () => {
  const { client } = await openOAuth();
  const browser = new Browser();
  const consent = await browser.visit((await client.authorizationUrl({})).url);

  const sent = await browser.submit(consent, "/consent", { answer: "deny" });

  const { searchParams } = new URL(String(sent.headers.location));
  expect(Object.fromEntries(searchParams)).toMatchObject({ error: "access_denied", state: "the-state" });
  expect(searchParams.has("code")).toBe(false);
});

test("a wrong password shows the form again and says no more than that", async () => {
  const { client } = await openOAuth();
  const browser = new Browser();
  const consent = await browser.visit((await client.authorizationUrl({})).url);
  const page = await browser.submit(consent, "/consent", { answer: "allow", scope: "conformance:read" });

  const wrong = await browser.submit(page, "/sign-in", { name: "ada", password: "not the password" });
  const nobody = await browser.submit(page, "/sign-in", { name: "nobody", password: "not the password" });

  for (const shown of [wrong, nobody]) {
    expect(shown.status).toBe(401);
    expect(shown.body).toContain("This name and password do not belong together");
  }
});
