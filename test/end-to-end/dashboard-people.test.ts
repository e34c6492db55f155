import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "../kit/chromium.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli, startServe } from "../kit/processes.ts";
import { HttpPeer, send } from "./raw-http.ts";

/** What an agent may try to have run, or to hide, in a person's browser. */
const HOSTILE = `<img src=x onerror="alert(1)"><script>alert(2)</script>\u202egnp.exe`;
const SHOWN = `<img src=x onerror="alert(1)"><script>alert(2)</script>\\u{202e}gnp.exe`;

/** Pictures for whoever wants to look; nothing is compared with them. */
const PICTURES = process.env.PICTURES_FOLDER;
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

async function openServe(data: string, args: readonly string[] = []) {
  const { url, output } = await startServe(["--servers", "truth", "--data", data, ...args]);
  await expect.poll(output).toMatch(/ {2}open {4}\S+/);
  return { url, link: / {2}open {4}(\S+)/.exec(output())?.[1] ?? "" };
}

/** An agent with an entity of its own to delete. */
async function openAgent(url: string) {
  const agent = new HttpPeer(`${url}/truth/mcp`);
  await agent.initialize();
  const call = async (name: string, args: object) =>
    (await agent.callTool(name, { ...args })).result.structuredContent as Record<string, never>;
  const entities = [{ entity_type: "task", properties: { title: HOSTILE } }];
  const stored = await call("store_structured", { entities, idempotency_key: "k1" });
  const [entity] = (await call("retrieve_entities", { entity_type: "task" })).entities as unknown as [
    { entity_id?: string; id?: string },
  ];
  const id = entity.entity_id ?? entity.id ?? "";
  expect(id, JSON.stringify(stored)).not.toBe("");
  const deletion = { entity_id: id, reason: HOSTILE };
  return { call, id, deletion, remove: (more = {}) => call("delete_entity", { ...deletion, ...more }) };
}

test("an agent's deletion waits on the page, is done when a person approves it there, and all of it is in the audit", async (context) => {
  const data = temporaryFolder();
  const { url, link } = await openServe(data);
  const page = await openPage(context);
  await page.goto(link);
  await page.getByRole("link", { name: "Approvals" }).click();
  await page.getByText("Nothing waits for a decision.").waitFor();
  await picture(page, "approvals-empty");

  // The operator says that deletions need a person.
  await page.getByRole("link", { name: "Permissions", exact: true }).first().click();
  await page.getByText("Nothing is said of anybody").waitFor();
  await page.getByLabel("Name").fill("*");
  await page.getByRole("button", { name: "Ask before it deletes or overwrites" }).click();
  await picture(page, "permissions-new");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("heading", { name: "All agents that are not named (*)" }).waitFor();
  await page.getByRole("button", { name: "History" }).click();
  await page.getByText("operator, dashboard").waitFor();
  await picture(page, "permissions");

  const agent = await openAgent(url);
  const asked = (await agent.remove()) as { error?: { details?: { approval_id?: string } } };
  const approvalId = asked.error?.details?.approval_id ?? "";
  expect(approvalId, JSON.stringify(asked)).toMatch(/^[0-9a-f-]{36}$/);

  await page.getByRole("link", { name: "Approvals" }).click();
  const card = page.locator(`[data-approval="${approvalId}"]`);
  await card.waitFor();
  await picture(page, "approvals");
  const told = await card.textContent();
  expect(told).toContain("truth/delete_entity");
  expect(told).toContain(agent.id);
  expect(told).toContain(JSON.stringify(SHOWN).replaceAll("\\\\u", "\\u"));
  expect(await page.locator("main img, main script").count()).toBe(0);
  await card.getByLabel("Your reason").fill("It was a test");
  await card.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Nothing waits for a decision.").waitFor();
  expect(await page.getByRole("row").filter({ hasText: "truth/delete_entity" }).textContent()).toMatch(
    /approved.*operator, dashboard.*It was a test/s,
  );
  await picture(page, "approvals-decided");

  expect(await agent.remove({ approval_id: approvalId })).not.toHaveProperty("error");
  await page.getByRole("link", { name: "Audit" }).click();
  await page.getByRole("heading", { name: /entries/ }).waitFor();
  await picture(page, "audit");
  await page.goto(`${url}/#/audit?approval=${approvalId}`);
  await expect
    .poll(() => page.locator("tbody tr").allInnerTexts())
    .toEqual(
      expect.arrayContaining(
        ["approval.requested", "approval.decided", "approval.used", "truth/delete_entity"].map((word) =>
          expect.stringContaining(word),
        ),
      ),
    );
  await picture(page, "audit-approval");

  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("audit.csv");
  const commanded = await runCli(["audit", "--approval", approvalId, "--csv", "--data", data]);
  expect(await readFile(await csv.path(), "utf8")).toBe(commanded.stdout);
});

test("a decision needs the page's own cookie and the page itself, and is refused to everybody else", async () => {
  const data = temporaryFolder();
  await runCli(["permissions", "set", "*", "--approvals", "on", "--data", data]);
  const { url, link } = await openServe(data);
  const agent = await openAgent(url);
  const { error } = (await agent.remove()) as { error?: { details?: { approval_id?: string } } };
  const id = error?.details?.approval_id;
  const opened = await send(link, { method: "GET" });
  const cookie = String(opened.headers["set-cookie"]).split(";")[0] ?? "";
  const path = `${url}/api/approvals/${id}`;
  const body = JSON.stringify({ decision: "approve" });
  const right = { cookie, origin: url, "content-type": "application/json" };
  const state = async () => JSON.parse((await send(`${url}/api/approvals`, { method: "GET", headers: right })).text);
  const before = await state();
  expect(before).toMatchObject({ waiting_count: 1, waiting: [{ id, state: "pending" }] });

  const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
  const refused: Readonly<Record<string, readonly [Record<string, string>, number]>> = {
    "no cookie": [without("cookie"), 401],
    "a token instead": [{ ...without("cookie"), authorization: "Bearer abc" }, 401],
    "no origin": [without("origin"), 403],
    "another port of this machine": [{ ...right, origin: "http://127.0.0.1:1" }, 403],
    "another site, as the browser says": [{ ...right, "sec-fetch-site": "same-site" }, 403],
    "a form": [{ ...right, "content-type": "text/plain" }, 415],
  };
  for (const [who, [headers, status]] of Object.entries(refused)) {
    expect((await send(path, { headers, body })).status, who).toBe(status);
  }
  expect((await send(path, { method: "GET", headers: right })).status).toBe(404);
  expect((await send(path, { headers: right, body: '{"decision":"maybe"}' })).status).toBe(400);
  expect(await state()).toEqual(before);

  const decided = await send(path, { headers: right, body: '{"decision":"reject","reason":"no"}' });
  expect(JSON.parse(decided.text)).toMatchObject({ state: "rejected", decided_by: "operator", reason: "no" });
  const again = await send(path, { headers: right, body });
  expect([again.status, JSON.parse(again.text).error.message]).toEqual([409, "The approval is rejected already"]);
});
