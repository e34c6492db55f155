import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { createMemoryLog, openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { ledgerWorld } from "../../../test/kit/ledger-world.ts";
import type { Database } from "../storage/index.ts";
import { createWitness } from "./witness.ts";

const open = (folder: string) => openTestKernel({ folder, worlds: [ledgerWorld()] });
const add = (kernel: TestKernel, amount: number) => kernel.callTool("add", { amount });

describe.each([
  ["the keys lie where a file lies", (folder: string) => writeFileSync(join(folder, "keys"), "a file")],
  [
    "the key is empty",
    (folder: string) => {
      mkdirSync(join(folder, "keys"));
      writeFileSync(join(folder, "keys", "checkpoint-ed25519.pem"), "");
    },
  ],
  ["the witness lies where a folder lies", (folder: string) => mkdirSync(join(folder, "witness.json"))],
])("where %s", (_, spoil) => {
  test("calls are answered and written, and all is well once it is mended", async () => {
    const folder = temporaryFolder();
    spoil(folder);
    const kernel = await open(folder);
    expect(await add(kernel, 1)).not.toHaveProperty("isError", true);
    await kernel.close();
    const lines = kernel.log.lines.map(({ message }) => message);
    expect(lines.join("\n")).toMatch(/the witness (could not be made|is not believed)/);

    for (const name of ["keys", "witness.json"]) rmSync(join(folder, name), { recursive: true, force: true });
    const again = await open(folder);
    expect(await add(again, 2)).not.toHaveProperty("isError", true);
    expect(await again.verify({ full: true })).toMatchObject({ entries: 2, bad: undefined, findings: [] });
    expect(again.log.lines).toEqual([]);
  });
});

/** What a process says that looks for the witness, finds none, and then reads the log. */
async function saidAtStart(kernel: TestKernel, beforeReading: () => void): Promise<string[]> {
  const { folder, parts } = kernel;
  const database = await parts.database();
  const log = createMemoryLog();
  const late: Database = {
    ...database,
    read(tenant, reader) {
      beforeReading();
      return database.read(tenant, reader);
    },
  };
  await createWitness({ folder, keysFolder: join(folder, "keys"), env: parts.env, log }).begin(late);
  return log.lines.map(({ message }) => message);
}

test("a witness that another process makes between two looks is not called gone", async () => {
  const folder = temporaryFolder();
  const kernel = await open(folder);
  await add(kernel, 1);
  const [file, aside] = [join(folder, "witness.json"), join(folder, "aside.json")];
  renameSync(file, aside);

  expect(await saidAtStart(kernel, () => {})).toEqual(["the witness is gone: run `bailiwick verify --full`"]);
  expect(await saidAtStart(kernel, () => renameSync(aside, file))).toEqual([]);
});
