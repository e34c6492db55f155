import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import { expect, test } from "vitest";

const ASKED = `
  const { giveWay } = await import(${JSON.stringify(new URL("./give-way.ts", import.meta.url).href)});
  giveWay(10);
  console.log(require("node:os").getPriority());
`;
const OWN = getPriority();

test.each([
  [0, "gives way", Math.max(OWN, 10)],
  [15, "is left where it is", Math.min(OWN + 15, 19)],
])("a process that was started %i lower %s", (lower, _what, after) => {
  const asked = [process.execPath, "--input-type=commonjs", "-e", `(async () => {${ASKED}})()`];
  expect(Number(execFileSync("nice", ["-n", String(lower), ...asked], { encoding: "utf8" }))).toBe(after);
});
