import { expect, test } from "vitest";
import { Browser } from "../kit/browser.ts";
import { ENGINES } from "../kit/kernel.ts";
import { openOAuth, PASSWORD } from "../kit/oauth.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

test.each(ENGINES)("81: a consent that the page of ours did not send counts for nothing (%s)", async (engine) => {
  const { client, known, url, refusals } = await openOAuth({ engine });
  const victim = new Browser();
  // Signed in already, so that one click is all that is missing.
  await victim.submit(await victim.open(`${url}/sign-in`), "/sign-in", { name: "ada", password: PASSWORD });
  const consent = await victim.visit((await client.authorizationUrl({})).url);
  const action = /action="([^"]*\/consent)"/.exec(consent.body)?.[1] ?? "";
  const other = new Browser();
  const theirs = await other.visit((await client.authorizationUrl({})).url);
  const theirToken = /name="form" value="([^"]*)"/.exec(theirs.body)?.[1] ?? "";
  const before = await known();

  const send = (body: Record<string, string>, headers: Record<string, string> = FORM) =>
    victim.open(`${url}${action}`, { method: "POST", body: new URLSearchParams(body).toString(), headers });
  const allow = { answer: "allow", scope: "conformance:read" };
  const refused = [
    await send(allow),
    await send({ ...allow, form: "x".repeat(43) }),
    await send({ ...allow, form: theirToken }),
    await send(allow, { "content-type": "text/plain" }),
    await send(
      { ...allow, form: /name="form" value="([^"]*)"/.exec(consent.body)?.[1] ?? "" },
      {
        ...FORM,
        origin: "https://evil.example",
      },
    ),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 415, 403]);
  for (const { headers } of refused) expect(headers.location).toBeUndefined();
  // A browser that holds none of this request's cookies cannot answer it either.
  expect((await other.open(`${url}${action.replace("/consent", "")}`)).status).toBe(400);
  expect(await known()).toEqual(before);
  // What another origin sends, and what is no form, is turned away before anybody looks into it.
  expect(await refusals()).toEqual(Array(3).fill({ reason: "not_ours", at: "consent" }));
});

test("81: no page of signing in can be put into a frame or run a script", async () => {
  const { client, url, accounts } = await openOAuth();
  const browser = new Browser();
  const secret = await accounts.invitations.invite("bob", "member");
  const pages = [
    await browser.open(`${url}/sign-in`),
    await browser.visit((await client.authorizationUrl({})).url),
    await browser.open(`${url}/invitation/${secret}`),
    await browser.visit((await client.authorizationUrl({ clientId: "nobody" })).url),
  ];
  for (const { headers, body } of pages) {
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]*; form-action 'self'/,
    );
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(body).not.toContain("<script");
  }
});

test("81: consent is asked each time, whatever cookies a browser has", async () => {
  const { client } = await openOAuth();
  const browser = new Browser();
  const first = await client.allow({ browser });
  expect(first.sentTo.searchParams.has("code")).toBe(true);

  const again = await browser.visit((await client.authorizationUrl({})).url);
  expect(again.body).toContain("Allow The editor to act for you?");
  expect(again.body).toContain("<dd>ada</dd>");
  const silent = await browser.visit((await client.authorizationUrl({ params: { prompt: "none" } })).url);
  const answer = new URL(String(silent.headers.location)).searchParams;
  expect([answer.get("error"), answer.has("code")]).toEqual([
    expect.stringMatching(/login_required|interaction_required|consent_required/),
    false,
  ]);
});

test("81: every answer names its issuer, and a name that is markup is shown as text", async () => {
  const { client, accounts, url } = await openOAuth();
  const { sentTo } = await client.allow();
  expect(sentTo.searchParams.get("iss")).toBe(url);
  await accounts.artifacts.addClient({
    client_id: "marked",
    client_name: "<img src=x onerror=alert(1)>\u202egnp.exe",
    redirect_uris: ["https://app.example/callback"],
    token_endpoint_auth_method: "none",
  });
  const asked = { clientId: "marked", redirectUri: "https://app.example/callback" };
  const { body } = await new Browser().visit((await client.authorizationUrl(asked)).url);
  expect(body).not.toContain("<img");
  expect(body).not.toContain("\u202e");
  expect(body).toContain("&lt;img src=x onerror=alert(1)&gt;");
});

test("guessing a password gets slower, whichever process is asked, and the right one is then refused too", async () => {
  const { accounts } = await openOAuth();
  const guess = (word: string) => accounts.signIns.withPassword("ada", word).catch((error) => error.code);
  const codes: unknown[] = [];
  for (let turn = 0; turn < 6; turn += 1) codes.push(await guess("a wrong password"));
  expect(codes).toEqual([...Array(5).fill("unauthenticated"), "rate_limited"]);
  expect(await guess(PASSWORD)).toBe("rate_limited");
});

test("passwords guessed at the same moment are no more than those guessed one after another", async () => {
  const { accounts, known } = await openOAuth();
  const before = await known();
  const guess = (word: string) => accounts.signIns.withPassword("ada", word).catch((error) => error.code);
  const codes = await Promise.all(Array.from({ length: 12 }, (_, turn) => guess(`guess ${turn}`)));
  expect(codes.sort()).toEqual([...Array(7).fill("rate_limited"), ...Array(5).fill("unauthenticated")]);
  expect(await guess(PASSWORD)).toBe("rate_limited");
  expect(await known()).toEqual(before);
});
