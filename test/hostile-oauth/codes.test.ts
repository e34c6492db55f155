import * as oauth from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { Browser } from "../kit/browser.ts";
import { refusalsIn } from "../kit/dump.ts";
import { ENGINES } from "../kit/kernel.ts";
import { openOAuth, REDIRECT } from "../kit/oauth.ts";

const INVALID_GRANT = { reason: "invalid_grant", at: "token", client: "editor" };

describe.each(ENGINES)("on %s", (engine) => {
  test("67: a code that comes again is refused, and all that it gave is void", async () => {
    const { client, known, refusals } = await openOAuth({ engine });
    const code = await client.code();
    const first = await client.redeem(code);
    expect((await client.call(first.access_token, "test_read")).status).toBe(200);
    const before = await known();

    expect(await client.redeem(code)).toMatchObject({ status: 400, error: "invalid_grant" });

    expect(await client.refresh(first.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect((await client.call(first.access_token, "test_write", { text: "x" })).status).toBe(401);
    expect(await known()).toEqual(before);
    expect(await refusals()).toEqual(
      expect.arrayContaining([{ reason: "invalid_grant", at: "token", client: "editor" }]),
    );
  });

  test("69, 70: neither no PKCE nor plain PKCE is taken", async () => {
    const { client, known, refusals } = await openOAuth({ engine });
    const before = await known();
    const refusedWith = async (params: Record<string, string | undefined>) => {
      const sent = await new Browser().visit((await client.authorizationUrl({ params })).url);
      return new URL(String(sent.headers.location)).searchParams;
    };
    for (const params of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: "a".repeat(43), code_challenge_method: "plain" },
      { code_challenge: "a".repeat(43), code_challenge_method: undefined },
    ]) {
      const answer = await refusedWith(params);
      expect([answer.get("error"), answer.has("code")]).toEqual(["invalid_request", false]);
    }
    expect(await known()).toEqual(before);
    await expect
      .poll(refusals)
      .toEqual(Array(3).fill({ reason: "invalid_request", at: "authorize", client: "editor" }));
  });

  test("71: a wrong or missing verifier gives nothing", async () => {
    const { client, known, refusals } = await openOAuth({ engine });
    const before = await known();
    const wrong = await client.code();
    expect(await client.redeem({ ...wrong, verifier: oauth.generateRandomCodeVerifier() })).toMatchObject({
      status: 400,
      error: "invalid_grant",
    });
    const { code, clientId, redirectUri } = await client.code();
    expect(
      await client.token({ grant_type: "authorization_code", code, client_id: clientId, redirect_uri: redirectUri }),
    ).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await known()).toEqual(before);
    await expect.poll(refusals).toEqual(Array(2).fill(INVALID_GRANT));
  });

  test("72: the address for the answer is compared to the letter, when asking and when redeeming", async () => {
    const { client, known, addClient, refusals } = await openOAuth({ engine });
    await addClient("web", ["https://app.example/callback"]);
    const before = await known();
    for (const [clientId, redirectUri] of [
      ["web", "https://evil.example/callback"],
      ["web", "https://app.example/callback/"],
      ["web", "https://app.example/Callback"],
      ["web", "https://app.example/callback?x=1"],
      ["web", "https://app.example:8443/callback"],
      ["web", "http://app.example/callback"],
      ["web", "https://app.example/callback#x"],
      ["web", "https://app.example.evil.example/callback"],
      ["editor", "http://127.0.0.1:9/other"],
      ["editor", "http://evil.example:9/callback"],
      ["editor", "http://localhost:9/callback"],
    ] as const) {
      const shown = await new Browser().visit((await client.authorizationUrl({ clientId, redirectUri })).url);
      // Shown to the user, never sent on: nobody knows whose address that is.
      expect([shown.status, shown.headers.location, redirectUri]).toEqual([400, undefined, redirectUri]);
      expect(shown.body).not.toContain("<script");
    }
    // Recorded once the page was sent.
    await expect.poll(refusals).toHaveLength(11);
    const code = await client.code();
    for (const redirectUri of ["http://127.0.0.1:9/callback/", "http://127.0.0.1:10/callback"]) {
      expect(await client.redeem({ ...code, redirectUri })).toMatchObject({ status: 400, error: "invalid_grant" });
    }
    expect(await known()).toEqual(before);
    await expect.poll(async () => (await refusals()).slice(11)).toEqual(Array(2).fill(INVALID_GRANT));
  });

  test("73: a code of one program is worth nothing to another", async () => {
    const { client, known, addClient, refusals } = await openOAuth({ engine });
    await addClient("thief");
    const code = await client.code();
    const before = await known();
    expect(await client.redeem({ ...code, clientId: "thief" })).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await known()).toEqual(before);
    await expect.poll(refusals).toEqual([{ ...INVALID_GRANT, client: "thief" }]);
  });

  test("74, 76: a refresh token works once and only for its program; used again, the whole family ends", async () => {
    const { client, known, addClient, refusals } = await openOAuth({ engine });
    await addClient("thief");
    const first = await client.tokens();
    const before = await known();
    expect(await client.refresh(first.refresh_token, { client_id: "thief" })).toMatchObject({
      status: 400,
      error: "invalid_grant",
    });
    const second = await client.refresh(first.refresh_token);
    expect(second).toMatchObject({ status: 200, scope: "conformance:read conformance:write" });
    expect(second.refresh_token).not.toBe(first.refresh_token);

    expect(await client.refresh(first.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });

    expect(await client.refresh(second.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect((await client.call(second.access_token, "test_write", { text: "x" })).status).toBe(401);
    expect(await known()).toEqual(before);
    const atToken = async () => (await refusals()).filter(({ at }) => at === "token");
    await expect.poll(atToken).toEqual([{ ...INVALID_GRANT, client: "thief" }, INVALID_GRANT, INVALID_GRANT]);
  });

  test("79: renewing a token cannot widen it, and skew is a few seconds at most", async () => {
    const { client, kernel, known, refusals } = await openOAuth({ engine });
    const { refresh_token } = await client.tokens({ scope: "conformance:read" });
    const before = await known();
    expect(await client.refresh(refresh_token, { scope: "conformance:read conformance:write" })).toMatchObject({
      status: 400,
      error: "invalid_scope",
    });
    const renewed = await client.refresh(refresh_token);
    expect(renewed).toMatchObject({ status: 200, scope: "conformance:read" });
    const refused = await client.call(renewed.access_token, "test_write", { text: "x" });
    expect([refused.status, refused.challenge]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="conformance:write"'),
    ]);
    expect(await known()).toEqual(before);
    await expect.poll(async () => (await refusals()).map(({ reason }) => reason)).toEqual(["invalid_scope"]);
    // What a user's program tried and may not is in that user's log.
    expect(await refusalsIn(kernel)).toContainEqual({ tool: "test_write", code: "insufficient_scope" });
  });

  test("only its answers of type code, and only known grants, are given", async () => {
    const { client } = await openOAuth({ engine });
    for (const response_type of ["token", "id_token", "code id_token", "none"]) {
      const shown = await new Browser().visit((await client.authorizationUrl({ params: { response_type } })).url);
      const sent = shown.headers.location === undefined ? "" : new URL(String(shown.headers.location)).href;
      expect(`${shown.body}${sent}`).toMatch(/unsupported_response_type|invalid_request/);
    }
    for (const grant_type of ["password", "client_credentials", "implicit"]) {
      expect(
        await client.token({ grant_type, client_id: "editor", username: "ada", password: "x", redirect_uri: REDIRECT }),
      ).toMatchObject({ status: 400, error: expect.stringMatching(/unsupported_grant_type|unauthorized_client/) });
    }
  });
});
