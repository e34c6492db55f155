import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Browser } from "../kit/browser.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, type Engine, freshDatabaseUrl } from "../kit/kernel.ts";
import { OAuthTestClient, PASSWORD, REDIRECT, type TokenAnswer } from "../kit/oauth.ts";
import { runCli, startServe } from "../kit/processes.ts";

const AT_ONCE = 8;
const ROUNDS = 3;

/** Two processes with one database, known by one address, and the first user made by the link that was printed. */
async function startTwo(engine: Engine) {
  const data = temporaryFolder();
  const database = await freshDatabaseUrl(engine);
  const config = join(data, "config.json");
  const clients = [{ id: "editor", name: "The editor", redirect_uris: [REDIRECT] }];
  writeFileSync(config, JSON.stringify({ auth: { mode: "oauth", clients } }));
  const place = ["--data", data, ...(database === undefined ? [] : ["--database", database])];
  const args = ["--config", config, "--servers", "conformance", ...place];
  const first = await startServe(args);
  await expect.poll(() => first.output()).toMatch(/\/invitation\/\S+/);
  const link = /http:\S+\/invitation\/\S+/.exec(first.output())?.[0] ?? "";
  const browser = new Browser();
  const welcome = await browser.open(link);
  await browser.submit(welcome, new URL(link).pathname, { name: "ada", password: PASSWORD, again: PASSWORD });
  const second = await startServe([...args, "--public-url", first.url]);
  return { place, link, urls: [first.url, second.url], client: new OAuthTestClient(first.url), second };
}

function successes(answers: readonly TokenAnswer[]): TokenAnswer[] {
  const taken = answers.filter(({ status }) => status === 200);
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect(refused).toMatchObject({ status: 400, error: "invalid_grant" });
  }
  return taken;
}

test.each(ENGINES)(
  "68, 75: of eight who redeem one code or one refresh token in two processes at once, one gets it (%s)",
  async (engine) => {
    const { urls, client, link, second, place } = await startTwo(engine);
    const race = (ask: (at: string) => Promise<TokenAnswer>) =>
      Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => ask(urls[turn % 2] ?? "")));

    const stateRoot = async () => /state root: (\S+)/.exec((await runCli(["replay", ...place])).stdout)?.[1];
    const before = await stateRoot();
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = await client.code();
      expect(successes(await race((at) => client.redeem(code, at)))).toHaveLength(1);
      const { refresh_token } = await client.tokens();
      const [winner] = successes(await race((at) => client.refresh(refresh_token, {}, at)));
      expect(winner).toBeDefined();
      // Seven more have shown it: the family has ended, for the one that was first too.
      expect(await client.refresh(winner?.refresh_token ?? "")).toMatchObject({ status: 400, error: "invalid_grant" });
    }

    expect([await stateRoot(), before]).toEqual([before, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    // Seven of a code, seven of a token and the one that came after them, in each round; and of two that were close a
    // further entry, that it was used twice.
    const recorded = async () => (await runCli(["audit", "--csv", ...place])).stdout.match(/,refused,/g) ?? [];
    expect((await recorded()).length).toBeGreaterThanOrEqual(ROUNDS * (2 * (AT_ONCE - 1) + 1));

    // What one process gave, the other takes; and what is taken back holds in neither.
    const { access_token } = await client.tokens();
    expect((await new OAuthTestClient(urls[1] ?? "").call(access_token, "test_read")).status).toBe(200);
    expect((await runCli(["users", "sign-out", "ada", ...place])).code).toBe(0);
    for (const url of urls) expect((await new OAuthTestClient(url).call(access_token, "test_read")).status).toBe(401);

    // The link for the first user works once, and there is none for a second first user.
    expect((await new Browser().open(link)).status).toBe(404);
    expect(second.output()).not.toContain("/invitation/");
    const { stdout, code: listed } = await runCli(["users", "list", ...place]);
    expect([listed, stdout]).toEqual([0, "ada\toperator\tactive\tpassword\n"]);
    const verified = await runCli(["verify", ...place]);
    expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  },
);
