import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import type { Checkpoint } from "../../src/kernel/proof/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestKernel, type TestKernel } from "../kit/kernel.ts";
import { runCli } from "../kit/processes.ts";
import { times } from "../kit/thorough.ts";
import { Log, MUTATIONS } from "./mutate-log.ts";
import { createSeededRandom } from "./seeded-random.ts";

const ENTRIES = { ada: 70, bob: 50 };
const RUNS = times(500, 40);

/** A log of two tenants, closed, with a checkpoint of its end. */
async function makeLog(): Promise<{ file: string; checkpoint: Checkpoint }> {
  const kernel = await openTestKernel({ seed: "tamper" });
  for (let entry = 1; entry <= Math.max(...Object.values(ENTRIES)); entry++) {
    for (const [user, entries] of Object.entries(ENTRIES)) {
      if (entry <= entries) await kernel.callTool("test_write", { text: `${user} says ${entry}` }, { user });
    }
  }
  const checkpoint = await kernel.checkpoint();
  await kernel.close();
  return { file: join(kernel.folder, "bailiwick.db"), checkpoint };
}

/** Each copy is opened by a kernel of its own, and closed before the next. */
async function withCopy<Value>(
  file: string,
  folder: string,
  falsify: (log: Log) => void,
  use: (kernel: TestKernel) => Promise<Value>,
): Promise<Value> {
  mkdirSync(folder);
  const copy = join(folder, "bailiwick.db");
  copyFileSync(file, copy);
  const db = new Sqlite(copy);
  db.transaction(() => falsify(new Log(db)))();
  db.close();
  const kernel = await openTestKernel({ folder, seed: folder });
  try {
    return await use(kernel);
  } finally {
    await kernel.close();
  }
}

test(`${RUNS} of ${RUNS} falsified logs are detected, and the first bad entry is named`, async () => {
  const { file, checkpoint } = await makeLog();
  const random = createSeededRandom(500);
  const root = temporaryFolder();
  const kinds = Object.entries(MUTATIONS);
  const detected: Record<string, number> = {};

  for (let run = 0; run < RUNS; run++) {
    const [kind, mutate] = kinds[run % kinds.length] ?? random.pick(kinds);
    let culprit: ReturnType<typeof mutate> | undefined;
    const { bad } = await withCopy(
      file,
      join(root, `${run}`),
      (log) => {
        culprit = mutate(log, random);
      },
      (kernel) => kernel.verify({ checkpoint, key: checkpoint.key }),
    );

    expect({ run, kind, ...bad }).toEqual({
      run,
      kind,
      ...culprit,
      reason: expect.stringMatching(culprit?.reason ?? ""),
    });
    detected[kind] = (detected[kind] ?? 0) + 1;
  }

  const total = Object.values(detected).reduce((sum, count) => sum + count, 0);
  process.stderr.write(`tamper: ${total} of ${RUNS} detected ${JSON.stringify(detected)}\n`);
  expect(Object.keys(detected).sort()).toEqual(Object.keys(MUTATIONS).sort());
  expect(total).toBe(RUNS);
});

test(`${RUNS} of ${RUNS} honest logs that went on after the checkpoint raise no alarm`, async () => {
  const { file, checkpoint } = await makeLog();
  const random = createSeededRandom(501);
  const root = temporaryFolder();

  for (let run = 0; run < RUNS; run++) {
    const more = random.between(1, 4);
    const found = await withCopy(
      file,
      join(root, `${run}`),
      () => {},
      async (kernel) => {
        for (let entry = 0; entry < more; entry++) {
          const user = random.pick(["ada", "bob", "new"]);
          await kernel.callTool("test_write", { text: `run ${run} more ${entry}` }, { user });
        }
        return kernel.verify({ checkpoint, key: checkpoint.key });
      },
    );

    expect(found).toMatchObject({ entries: 120 + more, bad: undefined, damage: [], findings: [] });
  }
});

test("verify on the command line names the bad entry in one line and fails", async () => {
  const kernel = await openTestKernel();
  for (const text of ["one", "two", "three"]) await kernel.callTool("test_write", { text });
  const checkpoint = join(kernel.folder, "kept-elsewhere.json");
  writeFileSync(checkpoint, JSON.stringify(await kernel.checkpoint()));
  await kernel.close();
  const db = new Sqlite(join(kernel.folder, "bailiwick.db"));
  const log = new Log(db);
  const second = log.rows("local")[1];
  if (second === undefined) throw new Error("no second entry");
  log.set(second, "payload", '{"text":"2"}');
  const careless = await runCli(["verify", "--data", kernel.folder]);
  log.rehash("local");
  const skilled = await runCli(["verify", "--data", kernel.folder, "--checkpoint", checkpoint]);
  db.close();

  const entry = `bad entry: tenant local seq 2 id ${second.id}`;
  expect(careless).toEqual({ code: 1, stdout: `${entry}: its content does not match its hash\n`, stderr: "" });
  expect(skilled).toEqual({
    code: 1,
    stdout: `${entry}: differs from the checkpoint\n`,
    stderr: "note: tables, index and quotes were not compared: the log itself is not sound\n",
  });
});

/** Every part of a checkpoint that somebody could change, changed. */
const EDITS: Readonly<Record<string, (checkpoint: Checkpoint) => unknown>> = {
  "another length": (made) => ({ ...made, logs: { local: { ...made.logs.local, size: 2 } } }),
  "another head": (made) => ({ ...made, logs: { local: { ...made.logs.local, head: "0".repeat(64) } } }),
  "another root": (made) => ({ ...made, logs: { local: { ...made.logs.local, root: "0".repeat(64) } } }),
  "no fingerprints": (made) => ({ ...made, logs: { local: { ...made.logs.local, fingerprints: "" } } }),
  "no logs": (made) => ({ ...made, logs: {} }),
  "another time": (made) => ({ ...made, at: made.at + 1 }),
  "another signature": (made) => ({ ...made, signature: Buffer.alloc(64).toString("base64") }),
  "a signature that is none": (made) => ({ ...made, signature: "" }),
  "a key that is none": (made) => ({ ...made, key: "AAAA" }),
  "a field more": (made) => ({ ...made, note: "trust me" }),
  "a field less": ({ signature: _, ...rest }) => rest,
};

test.each(Object.keys(EDITS))("a checkpoint file with %s is refused", async (edit) => {
  const kernel = await openTestKernel();
  for (const text of ["one", "two", "three"]) await kernel.callTool("test_write", { text });
  const file = join(kernel.folder, "edited.json");
  writeFileSync(file, JSON.stringify(EDITS[edit]?.(await kernel.checkpoint())));
  await kernel.close();

  const { code, stdout, stderr } = await runCli(["verify", "--data", kernel.folder, "--checkpoint", file]);

  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^bailiwick: The (checkpoint's signature does not fit|file is not a checkpoint).*\n$/);
});

test("a checkpoint file cut short is refused", async () => {
  const kernel = await openTestKernel();
  await kernel.callTool("test_write", { text: "one" });
  const file = join(kernel.folder, "cut.json");
  writeFileSync(file, JSON.stringify(await kernel.checkpoint()).slice(0, -20));
  await kernel.close();

  const { code, stderr } = await runCli(["verify", "--data", kernel.folder, "--checkpoint", file]);

  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("is not JSON") });
});

test("a projection that was changed behind the log's back is found by replay", async () => {
  const kernel = await openTestKernel();
  for (const text of ["one", "two", "three"]) await kernel.callTool("test_write", { text });
  await kernel.close();
  const db = new Sqlite(join(kernel.folder, "bailiwick.db"));
  db.prepare("update conformance_note set text = 'four' where text = 'two'").run();
  db.close();

  const { code, stdout, stderr } = await runCli(["replay", "--data", kernel.folder]);

  expect(code).toBe(1);
  expect(stdout).toMatch(/^conformance: [0-9a-f]{64} differs from the live [0-9a-f]{64}$/m);
  expect(stderr).toContain("the projections do not follow from the 3 events of the log");
});
