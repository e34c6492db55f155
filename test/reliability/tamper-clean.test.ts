import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestKernel } from "../kit/kernel.ts";
import { runCli } from "../kit/processes.ts";
import { openTestTruth } from "../kit/truth.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { startProduct } from "./server-process.ts";
import { runHere } from "./tamper/commands.ts";
import { at, runStatements } from "./tamper/edit.ts";
import { makeInstallation } from "./tamper/make-folder.ts";

const CLEAN = { bad: undefined, damage: [], findings: [] };
const TRUTH_RUNS = 12;
const WRITERS = 3;
const WRITES = 12;

test("truth that is stored, corrected, merged, split and erased raises no alarm, looked at in any order", async () => {
  const random = createSeededRandom(77);
  const truth = await openTestTruth();
  const checkpoints = [];
  for (let run = 0; run < TRUTH_RUNS; run++) {
    const name = `Firm ${random.below(5)}`;
    const [id = ""] = await truth.put({ entity_type: "company", name, industry: `i${run}`, since: "2020-01-02" });
    const [other = ""] = await truth.put({ entity_type: "company", name: `Other ${run}` });
    const content = Buffer.from(`company,seats\n${name},${run}`).toString("base64");
    await truth.ask("store_unstructured", { file_content: content, mime_type: "text/csv", idempotency_key: `f${run}` });
    await truth.ask("merge_entities", { from_entity_id: other, to_entity_id: id });
    if (random.below(2) === 0) await truth.ask("unmerge_entities", { from_entity_id: other });
    if (random.below(3) === 0) await truth.erase({ kind: "entity", id: other });
    if (random.below(2) === 0) checkpoints.push(await truth.checkpoint());
    const checkpoint = checkpoints[random.below(checkpoints.length + 1)];
    expect(await truth.verify({ full: random.below(2) === 0, checkpoint })).toMatchObject(CLEAN);
  }
  expect(checkpoints.length).toBeGreaterThan(2);
  for (const checkpoint of checkpoints) expect(await truth.verify({ checkpoint })).toMatchObject(CLEAN);
});

test("looked at while several processes write, nothing is found, quickly or in full", async () => {
  const first = await openTestKernel();
  await first.callTool("test_write", { text: "before" });
  const checkpoint = await first.checkpoint();
  await first.close();
  const { folder } = first;
  const writers = Array.from({ length: WRITERS }, () => startProduct("conformance", ["--data", folder]));
  for (const writer of writers) await writer.initialize();
  let done = 0;
  const writing = writers.map(async (writer, n) => {
    for (let write = 0; write < WRITES; write++) {
      expect(await writer.write(`writer ${n} says ${write}`)).not.toHaveProperty("failed");
      done += 1;
    }
  });
  const looking = await openTestKernel({ folder, seed: "looking" });
  let looks = 0;
  do {
    for (const options of [{}, { full: true }, { checkpoint }]) {
      expect(await looking.verify(options)).toMatchObject(CLEAN);
      looks += 1;
    }
  } while (done < WRITERS * WRITES);
  await Promise.all(writing);
  await Promise.all(writers.map((writer) => writer.end()));
  expect(await looking.verify({ full: true })).toMatchObject({ ...CLEAN, entries: 1 + WRITERS * WRITES });
  expect(looks).toBeGreaterThan(2);
});

test("a witness that is gone stays gone, whoever writes, until a full look has told of it and begun a new one", async () => {
  const kernel = await openTestKernel();
  await kernel.callTool("test_write", { text: "one" });
  await kernel.close();
  const { folder } = kernel;
  const file = join(folder, "witness.json");
  rmSync(file);

  const next = await openTestKernel({ folder, seed: "next" });
  await next.callTool("test_write", { text: "two" });
  expect(next.log.lines.map(({ message }) => message)).toEqual(["the witness is gone: run `bailiwick verify --full`"]);
  const gone = {
    what: "file witness.json",
    reason: "it is gone, so entries may be missing at the end: compare with a checkpoint",
  };
  expect(await next.verify()).toMatchObject({ ...CLEAN, findings: [gone] });
  expect(await next.verify()).toMatchObject({ ...CLEAN, findings: [gone] });
  expect(await next.verify({ full: true })).toMatchObject({ ...CLEAN, findings: [gone] });
  expect(await next.verify()).toMatchObject(CLEAN);
  await next.callTool("test_write", { text: "three" });
  await next.close();
  expect(JSON.parse(readFileSync(file, "utf8")).logs.local.seq).toBe(3);
});

test("the commands of a terminal say what the table says, in one line each", async () => {
  const made = await makeInstallation();
  const copy = { folder: made.data, made, checkpoint: join(made.root, "checkpoint.json") };
  runStatements(copy, "update truth_type set live = live + 1 where tenant_id = 'local' and entity_type = 'company'");
  rmSync(at(copy, "blobs"), { recursive: true });
  for (const words of [["verify"], ["verify", "--full"], ["verify", "--checkpoint", copy.checkpoint], ["replay"]]) {
    const args = [...words, "--data", made.data, "--config", made.config];
    const here = await runHere(args, made.root);
    const { code, stdout, stderr } = await runCli(args, { cwd: made.root });
    // How far it is gets told where it takes long.
    const lines = `${stdout}${stderr}`.trimEnd().split("\n");
    const findings = (of: readonly string[]) => of.filter((line) => !/^[#.]+ \d+\/\d+ /.test(line));
    expect([code, findings(lines)]).toEqual([1, findings(here.lines)]);
    expect(here.lines.join("\n")).toMatch(words[0] === "replay" ? /bad row truth_type local company/ : /^bad blob /m);
  }
});
