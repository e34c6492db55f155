import { expect, test } from "vitest";
import { Browser } from "../kit/browser.ts";
import { startIdentityProvider } from "../kit/identity-provider.ts";
import { ENGINES, type Engine } from "../kit/kernel.ts";
import { openOAuth, REDIRECT } from "../kit/oauth.ts";

const CAROL = { sub: "c-1", email: "carol@example.com", email_verified: true };

async function openDelegated(engine: Engine = "sqlite", person = CAROL, mayJoin = false) {
  const idp = await startIdentityProvider(person);
  const upstream = {
    issuer: idp.issuer,
    clientId: "bailiwick",
    clientSecret: "the secret between the two",
    name: "Example",
    mayJoin,
  };
  const opened = await openOAuth({ engine, settings: { upstream } });
  idp.redirects.push(`${opened.url}/oauth/provider/callback`);
  return { ...opened, idp };
}

/** Follows a browser over both servers until it is sent to somebody else or shown a page. */
async function goOn(browser: Browser, shown: Awaited<ReturnType<Browser["open"]>>, callback: string[] = []) {
  let now = shown;
  while (now.headers.location !== undefined) {
    const next = new URL(String(now.headers.location), now.url);
    if (next.href.startsWith(REDIRECT)) return { sentTo: next, shown: now };
    if (next.pathname === "/oauth/provider/callback") callback.push(next.href);
    now = await browser.open(next.href);
  }
  return { sentTo: undefined, shown: now };
}

test.each(ENGINES)(
  "somebody who was invited signs in with another provider, after consenting here (%s)",
  async (engine) => {
    const { client, accounts, idp, kernel } = await openDelegated(engine);
    await accounts.invitations.invite("carol@example.com", "member");
    const browser = new Browser();
    const { url, verifier } = await client.authorizationUrl({});
    const consent = await browser.visit(url);
    // Nothing goes to the other provider before the user has said yes here.
    expect(consent.body).not.toContain("/provider");
    const signIn = await browser.submit(consent, "/consent", { answer: "allow", scope: "conformance:read" });
    expect(signIn.body).toContain("Continue with Example");
    const away = await browser.submit(signIn, "/provider", {});
    expect(new URL(String(away.headers.location)).origin).toBe(idp.issuer);
    const callbacks: string[] = [];

    const { sentTo } = await goOn(browser, away, callbacks);

    const code = sentTo?.searchParams.get("code") ?? "";
    const tokens = await client.redeem({ code, verifier, clientId: "editor", redirectUri: REDIRECT });
    expect(tokens).toMatchObject({ status: 200, scope: "conformance:read" });
    expect((await client.call(tokens.access_token, "test_read")).status).toBe(200);
    expect(await accounts.users.find("carol@example.com")).toMatchObject({ state: "active", signsInBy: ["provider"] });
    // 82: what the other provider gave stays nowhere: not with the client, not in a log line.
    expect(idp.given.length).toBeGreaterThan(0);
    const told = JSON.stringify([tokens, kernel.log.lines]);
    for (const token of idp.given) expect(told).not.toContain(token);

    // 81: the same answer does not work again, nor in another browser.
    const [callback = ""] = callbacks;
    expect((await browser.open(callback)).status).toBe(403);
    expect((await new Browser().open(callback)).status).toBe(403);
  },
);

test("81: an answer for one browser is worth nothing in another, and then in none", async () => {
  const { client, accounts } = await openDelegated();
  await accounts.invitations.invite("carol@example.com", "member");
  const begin = async () => {
    const browser = new Browser();
    const consent = await browser.visit((await client.authorizationUrl({})).url);
    const page = await browser.submit(consent, "/consent", { answer: "allow", scope: "conformance:read" });
    let now = await browser.submit(page, "/provider", {});
    while (new URL(String(now.headers.location), now.url).pathname !== "/oauth/provider/callback") {
      now = await browser.open(new URL(String(now.headers.location), now.url).href);
    }
    return { browser, callback: String(now.headers.location) };
  };
  const [attacker, victim] = [await begin(), await begin()];

  expect((await victim.browser.open(attacker.callback)).status).toBe(403);
  expect((await attacker.browser.open(attacker.callback)).status).toBe(403);
  const mixed = new URL(victim.callback);
  mixed.searchParams.set("iss", "https://elsewhere.example");
  expect((await victim.browser.open(mixed.href)).status).toBe(401);
  expect(await accounts.users.find("carol@example.com")).toMatchObject({ state: "invited" });
});

test("who was not invited, has no verified address, or has a password here is not let in", async () => {
  const enter = async (opened: Awaited<ReturnType<typeof openDelegated>>) => {
    const browser = new Browser();
    const page = await browser.open(`${opened.url}/sign-in`);
    const { shown } = await goOn(browser, await browser.submit(page, "/provider", {}));
    return {
      status: shown.status,
      users: (await opened.accounts.users.list()).map(({ name, state }) => `${name} ${state}`),
    };
  };
  expect(await enter(await openDelegated())).toEqual({ status: 401, users: ["ada active"] });
  const unverified = await openDelegated("sqlite", { ...CAROL, email_verified: false }, true);
  expect(await enter(unverified)).toEqual({ status: 401, users: ["ada active"] });
  const taken = await openDelegated("sqlite", CAROL, true);
  await taken.accounts.users.add({ name: "carol@example.com", role: "member", password: "a password of hers" });
  expect(await enter(taken)).toEqual({ status: 401, users: ["ada active", "carol@example.com active"] });
  const open = await openDelegated("sqlite", CAROL, true);
  expect((await enter(open)).users).toEqual(["ada active", "carol@example.com active"]);
});
