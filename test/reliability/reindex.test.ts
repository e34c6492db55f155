import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../../src/apps/cli/run.ts";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestKernel } from "../kit/kernel.ts";
import { CLEAN_ENVIRONMENT } from "../kit/processes.ts";

const MAIN = fileURLToPath(new URL("../../src/apps/cli/main.ts", import.meta.url));
const COMPANIES = Array.from({ length: 600 }, (_, n) => ({
  entity_type: "company",
  name: `Boatyard ${n}`,
  about: `builds ${["dinghies", "ferries", "barges"][n % 3]} on quay ${n % 40}`,
}));

/** Runs a command in this process and answers with what it printed. */
async function command(argv: readonly string[], stop = new AbortController().signal) {
  const [printed, warned]: [string[], string[]] = [[], []];
  const code = await run(argv, {
    env: createRealEnv(),
    environment: CLEAN_ENVIRONMENT,
    workingFolder: temporaryFolder(),
    stdin: Readable.from([]),
    stdout: new Writable(),
    print: (line) => void printed.push(line),
    warn: (line) => void warned.push(line),
    stop,
  });
  return { code, printed, warned };
}

/** A folder with facts about many companies, and what searching it answers. */
async function openBoatyards(folder: string) {
  const kernel = await openTestKernel({ folder, embedder: "none", env: createRealEnv() });
  const ask = async (tool: string, args: object) => {
    const outcome = await kernel.callTool(tool, args, { server: "truth" });
    return "structuredContent" in outcome ? outcome.structuredContent : outcome;
  };
  const found = () => ask("search", { query: "ferries on quay 7", limit: 20 });
  return { kernel, ask, found };
}

async function fill(folder: string) {
  const { kernel, ask, found } = await openBoatyards(folder);
  await ask("store_structured", { idempotency_key: "all", entities: COMPANIES });
  const before = await found();
  expect(before).toMatchObject({ hits: expect.arrayContaining([expect.objectContaining({ kind: "entity" })]) });
  await (await kernel.parts.database()).write(EVERY_TENANT, (sql) =>
    sql.run(query`update search_document set text = 'a zeppelin', filters = '{}' where key % 2 = 0`),
  );
  await kernel.close();
  return before;
}

test("the command mends a damaged index, says what it did, and finds nothing to do the second time", async () => {
  const folder = temporaryFolder();
  const before = await fill(folder);
  const first = await command(["reindex", "--data", folder]);
  expect(first).toMatchObject({ code: 0 });
  expect(first.printed).toEqual([
    "conformance: 0 added, 0 changed, 0 removed",
    "home: 0 added, 0 changed, 0 removed",
    "notebook: 0 added, 0 changed, 0 removed",
    "instructions: 0 added, 0 changed, 0 removed",
    "truth: 0 added, 300 changed, 0 removed",
    "graph: 0 added, 0 changed, 0 removed",
    "building: 0 added, 0 changed, 0 removed",
    expect.stringMatching(/^index: 600 documents, the words of 1 space written anew, 0 vectors missing; 600 wait/),
  ]);
  const { found } = await openBoatyards(folder);
  expect(await found()).toEqual(before);
  expect((await command(["reindex", "--data", folder, "--world", "truth"])).printed).toEqual([
    "truth: 0 added, 0 changed, 0 removed",
    expect.stringMatching(/^index: 600 documents, the words of 0 spaces written anew, 0 vectors missing/),
  ]);
});

test("a world that is not there is refused with the right names", async () => {
  const folder = temporaryFolder();
  await fill(folder);
  expect(await command(["reindex", "--data", folder, "--world", "trut"])).toEqual({
    code: 2,
    printed: [],
    warned: [expect.stringMatching(/there is no world "trut".*truth/)],
  });
});

test("stopped or killed at any time, it leaves a folder that is searched and can be reindexed", async () => {
  const folder = temporaryFolder();
  const before = await fill(folder);
  const stop = new AbortController();
  stop.abort();
  expect(await command(["reindex", "--data", folder], stop.signal)).toMatchObject({ code: 130, printed: [] });
  for (const waitMs of [0, 30, 100, 300]) {
    const child = spawn(process.execPath, [MAIN, "reindex", "--data", folder], {
      env: CLEAN_ENVIRONMENT,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = once(child, "close");
    await Promise.race([once(child.stderr, "data"), ended]);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    child.kill("SIGKILL");
    await ended;
    const { kernel, found } = await openBoatyards(folder);
    expect(await found()).toHaveProperty("hits");
    await kernel.close();
  }
  expect(await command(["reindex", "--data", folder])).toMatchObject({ code: 0 });
  const { found } = await openBoatyards(folder);
  expect(await found()).toEqual(before);
});
