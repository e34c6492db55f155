import { join } from "node:path";
import { expect, test } from "vitest";
import { openPage } from "../kit/chromium.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { startServe } from "../kit/processes.ts";
import { HttpPeer } from "./raw-http.ts";

/** A picture for whoever wants to look; nothing is compared with it. */
const PICTURES = process.env.PICTURES_FOLDER;

test("a person sees why each memory of the graph stands where it stands, space by space", async (context) => {
  const { url, output } = await startServe(["--servers", "graph", "--data", temporaryFolder()]);
  const agent = new HttpPeer(`${url}/graph/mcp`);
  await agent.initialize();
  for (const content of [
    "The heron <b>waits</b> by the river at dawn.",
    "Invoices are due on the first of the month.",
  ]) {
    await agent.callTool("store_memory", { content, importance: 0.5 });
  }
  await expect.poll(output).toMatch(/ {2}open {4}\S+/);
  const page = await openPage(context);
  await page.goto(/ {2}open {4}(\S+)/.exec(output())?.[1] ?? "");
  await page.getByRole("link", { name: "Look inside" }).click();
  await page.getByLabel("Question").fill("which bird stands at the water?");
  await page.getByRole("button", { name: "Explain" }).click();

  const first = page.locator("section.part").first();
  await first.getByText("The heron <b>waits</b> by the river at dawn.").waitFor();
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, "graph.png"), fullPage: true });
  expect(await first.locator("td", { hasText: /^E\d+_/ }).allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining("E1_semantic"), expect.stringContaining("E12_late_interaction")]),
  );
  const scores = (await first.locator("td[data-heading=Score]").allTextContents()).map(Number);
  expect(scores.every((score) => score >= -1 && score <= 1)).toBe(true);
  expect(new Set(scores).size).toBeGreaterThan(3);

  await page.getByLabel("Question").fill("   ");
  await page.getByRole("button", { name: "Explain" }).click();
  await first.waitFor({ state: "detached" });
  expect(await page.getByText("No memory is near").count()).toBe(0);
});
