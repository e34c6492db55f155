import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { eventsAfter } from "../../src/kernel/events/index.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { Browser } from "../kit/browser.ts";
import { openPage } from "../kit/chromium.ts";
import { openOAuth, PASSWORD } from "../kit/oauth.ts";

const OPERATOR = { user: "operator", source: "command line" } as const;

/** Pictures for whoever wants to look; nothing is compared with them. */
const PICTURES = process.env.PICTURES_FOLDER;
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

type Opened = Awaited<ReturnType<typeof openOAuth>>;

/** A deletion of a user's agent that waits for a person. */
async function askFor({ kernel }: Opened, user: string): Promise<string> {
  const call = async (name: string, args: object) => {
    const outcome = await kernel.callTool(name, args, { server: "truth", user });
    return (outcome as { structuredContent: Record<string, never> }).structuredContent;
  };
  const entities = [{ entity_type: "task", properties: { title: `A task of ${user}` } }];
  await call("store_structured", { entities, idempotency_key: "k1" });
  const { entities: found } = (await call("retrieve_entities", { entity_type: "task" })) as unknown as {
    entities: { entity_id?: string; id?: string }[];
  };
  const asked = await call("delete_entity", { entity_id: found[0]?.entity_id ?? found[0]?.id });
  const { error } = asked as { error?: { details: { approval_id: string } } };
  expect(error, JSON.stringify(asked)).toBeDefined();
  return error?.details.approval_id ?? "";
}

async function signIn(url: string, name: string) {
  const browser = new Browser();
  await browser.submit(await browser.visit(`${url}/`), "/sign-in", { name, password: PASSWORD });
  return async (path: string, body?: object) => {
    const shown = await browser.open(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { accept: "application/json", "content-type": "application/json", origin: url },
    });
    return { status: shown.status, body: JSON.parse(shown.body) };
  };
}

test("people see and decide what is theirs, operators for everybody; no token and nobody without APPROVE decides", async () => {
  const opened = await openOAuth({ users: ["ada", "bob"] });
  const { kernel, url, client } = opened;
  const { permissions } = kernel.governance;
  await permissions.set({ agent: "*" }, { approvals: "on" }, OPERATOR);
  const [ofAda, ofBob] = [await askFor(opened, "ada"), await askFor(opened, "bob")];
  const ada = await signIn(url, "ada");
  const bob = await signIn(url, "bob");
  const waitingFor = async (who: typeof ada) =>
    (await who("/api/approvals")).body.waiting.map(({ id }: { id: string }) => id).sort();
  expect(await waitingFor(ada)).toEqual([ofAda, ofBob].sort());
  expect(await waitingFor(bob)).toEqual([ofBob]);
  const root = await kernel.stateRoot();

  const approve = { decision: "approve" };
  const unknown = await bob("/api/approvals/none", approve);
  const hers = await bob(`/api/approvals/${ofAda}`, approve);
  expect([unknown.status, hers.status, hers.body.error.message]).toEqual([404, 404, unknown.body.error.message]);
  expect((await bob("/api/permissions")).status).toBe(403);
  expect((await bob("/api/permissions", { subject: { agent: "*" }, record: null, version: 1 })).status).toBe(403);

  const { access_token } = await client.tokens({ server: "truth", user: "bob" });
  const byToken = await fetch(`${url}/api/approvals/${ofBob}`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, origin: url, "content-type": "application/json" },
    body: JSON.stringify(approve),
  });
  expect(byToken.status).toBe(401);

  await permissions.set({ person: "bob" }, { permissions: { READ: {} } }, OPERATOR);
  const demoted = await bob(`/api/approvals/${ofBob}`, approve);
  expect([demoted.status, demoted.body.error.message]).toEqual([403, "The operator did not give this person APPROVE"]);
  expect(await kernel.stateRoot()).toEqual(root);
  expect(await waitingFor(ada)).toEqual([ofAda, ofBob].sort());
  const database = await kernel.parts.database();
  const last = async () => (await database.read(EVERY_TENANT, (sql) => eventsAfter(sql, "bob", 0, 1000))).at(-1);
  expect(await last()).toMatchObject({ kind: "refused", actor: { user: "bob", agent: null, client: "dashboard" } });

  expect(await ada(`/api/approvals/${ofBob}`, { ...approve, reason: "fine" })).toMatchObject({
    status: 200,
    body: { state: "approved", decided_by: "ada", decided_in: "dashboard", reason: "fine" },
  });
  expect(await last()).toMatchObject({
    kind: "approval.decided",
    actor: { user: "ada", agent: null },
    approval_id: ofBob,
  });
  const seen = (await bob("/api/audit?user=ada")).body.lines as { user: string; approval_id: string | null }[];
  expect(seen.some(({ approval_id }) => approval_id === ofBob)).toBe(true);
  expect(seen.some(({ approval_id }) => approval_id === ofAda)).toBe(false);
});

test("an operator invites, adds and disables people on the page, in the dark and on a narrow screen", async (context) => {
  const { url, accounts, kernel } = await openOAuth();
  await kernel.governance.permissions.set({ agent: "*" }, { approvals: "on" }, OPERATOR);
  const page = await openPage(context, { width: 500, dark: true });
  await page.goto(url);
  await page.getByLabel("Name").fill("ada");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Users" }).click();

  await page.getByLabel("Name").fill("Not a name!");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByText("A user's name has up to 64").waitFor();
  await page.getByLabel("Name").fill("carol");
  await page.getByRole("button", { name: "Invite" }).click();
  await page.getByText(`${url}/invitation/`).waitFor();
  await page.getByLabel("Name").fill("dave");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Add" }).click();
  const dave = page.getByRole("row").filter({ hasText: "dave" });
  await dave.getByRole("button", { name: "Disable" }).click();
  await dave.getByRole("button", { name: "Enable" }).waitFor();
  await picture(page, "users-narrow-dark");
  expect((await accounts.users.list()).map(({ name, role, state }) => [name, role, state])).toEqual([
    ["ada", "operator", "active"],
    ["carol", "member", "invited"],
    ["dave", "member", "disabled"],
  ]);
  for (const name of ["Approvals", "Permissions", "Audit"]) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
    await picture(page, `${name.toLowerCase()}-narrow-dark`);
    const tooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(tooWide, `${name} fits a narrow screen`).toBe(false);
  }
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
});
