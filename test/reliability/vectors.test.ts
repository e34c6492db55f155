import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import type { SearchAnswer } from "../../src/kernel/search.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestKernel, type TestKernel } from "../kit/kernel.ts";

/** Shares no word with the document; only its meaning can lead there. */
const QUESTION = "doctor treating a sick person";

const ask = async (kernel: TestKernel, text = QUESTION): Promise<SearchAnswer> =>
  (await kernel.parts.database()).read(EVERY_TENANT, (sql) =>
    kernel.parts.searchOn(sql, "local").find({ space: "s", text, limit: 3 }),
  );

async function askUntilHybrid(kernel: TestKernel): Promise<SearchAnswer> {
  let answer = await ask(kernel);
  await expect
    .poll(async () => {
      answer = await ask(kernel);
      return answer.mode;
    })
    .toBe("hybrid");
  return answer;
}

test("what is written is found by its words and by its meaning at once, and keeps its vector without being asked for again", async () => {
  const kernel = await openTestKernel({ env: createRealEnv() });
  const atOnce = await kernel.derive(async ({ search }) => {
    await search.index([
      { space: "s", id: "a", unit: "passage", text: "The physician prescribed medicine for the patient." },
      { space: "s", id: "b", unit: "passage", text: "Sails were mended in the harbour all winter." },
    ]);
    return search.find({ space: "s", text: "physician", limit: 3 });
  });
  expect([atOnce.mode, atOnce.hits.map((hit) => hit.document.id)]).toEqual(["hybrid", ["a"]]);
  expect((await ask(kernel, "physician")).hits.map((hit) => hit.document.id)).toEqual(["a"]);
  const answer = await askUntilHybrid(kernel);
  expect(answer.hits.map((hit) => hit.document.id)).toEqual(["a"]);
});

test("another model makes all vectors anew, and none of the old ones is compared with the new", async () => {
  const kernel = await openTestKernel({ env: createRealEnv() });
  await kernel.derive(({ search }) =>
    search.index([
      { space: "s", id: "a", unit: "passage", text: "The physician prescribed medicine for the patient." },
    ]),
  );
  await askUntilHybrid(kernel);
  await (await kernel.parts.database()).write(EVERY_TENANT, (sql) =>
    sql.run(query`update search_space set model = 'older'`),
  );
  // Few enough to be made anew while the question waits.
  expect(await ask(kernel)).toMatchObject({ mode: "hybrid", why: null });
  await kernel.close();

  const next = await openTestKernel({ env: createRealEnv(), folder: kernel.folder });
  const answer = await askUntilHybrid(next);
  expect([answer.mode, answer.hits.map((hit) => hit.document.id)]).toEqual(["hybrid", ["a"]]);
});

test("a process killed before it made a vector leaves the work to the next one", async () => {
  const folder = temporaryFolder();
  const program = fileURLToPath(new URL("./index-then-wait.ts", import.meta.url));
  const child = spawn(process.execPath, [program, folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  expect(await once(child, "close")).toEqual([null, "SIGKILL"]);

  const kernel = await openTestKernel({ env: createRealEnv(), folder, worlds: [] });
  expect((await ask(kernel, "medicine")).hits.map((hit) => hit.document.id)).toEqual(["a"]);
  const answer = await askUntilHybrid(kernel);
  expect(answer.hits.map((hit) => hit.document.id)).toEqual(["a"]);
});
