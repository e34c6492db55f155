import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { writeIfc } from "../kit/ifc.ts";
import { runCli } from "../kit/processes.ts";

test("import ifc brings a model in from the command line, and the process ends well", async () => {
  const folder = temporaryFolder();
  const ifc = writeIfc();
  ifc.wall(ifc.storey("Ground", 0), "South", { start: [0, 0], end: [4000, 0], thickness: 200, height: 2500 });
  writeFileSync(join(folder, "house.ifc"), ifc.finish());
  const { code, stdout, stderr } = await runCli([
    "import",
    "ifc",
    join(folder, "house.ifc"),
    "--data",
    join(folder, "data"),
  ]);
  expect(stderr).not.toMatch(/unsettled|fault of ours/);
  expect(stdout).toMatch(/^house: 1 elements on 1 levels from a file of IFC4, 1 editable and 0 fixed/);
  expect(code).toBe(0);
});

test("import ifc says in words why a file is not read, and no envelope", async () => {
  const folder = temporaryFolder();
  const ifc = writeIfc();
  ifc.wall(ifc.storey("Ground", 0), "South", { start: [0, 0], end: [4000, 0], thickness: 200, height: 2500 });
  const whole = ifc.finish();
  writeFileSync(join(folder, "cut.ifc"), whole.slice(0, whole.length / 2));
  const { code, stdout, stderr } = await runCli([
    "import",
    "ifc",
    join(folder, "cut.ifc"),
    "--data",
    join(folder, "data"),
  ]);
  expect(stderr).toContain("The file is cut off: its end is missing");
  expect(stderr).toContain("1407");
  expect(stderr).not.toContain("audit");
  expect(stdout).toBe("");
  expect(code).toBe(1);
});
