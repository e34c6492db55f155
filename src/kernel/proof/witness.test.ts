import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/kit/folder.ts";
import { openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { ledgerWorld } from "../../../test/kit/ledger-world.ts";

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
