// Shows that the tests notice: each planted bug must turn its tests red. `npm run test:honesty [-- PART-OF-A-NAME…]`
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PLANTED_BUGS, type PlantedBug } from "./honesty/planted-bugs.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BESIDE = ["node_modules", "dashboard/dist", "dashboard/node_modules"];

interface Run {
  readonly failed: readonly string[];
  readonly passed: number;
  /** Files that failed as a whole, without a test of theirs. */
  readonly brokenFiles: number;
  readonly output: string;
}

const asked = process.argv.slice(2);
const bugs = PLANTED_BUGS.filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)));
const copy = mkdtempSync(join(tmpdir(), "bailiwick-honesty-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));

copyTree();
const problems = bugs.flatMap(tryBug);
for (const problem of problems) print(problem);
print(`honesty: ${bugs.length} planted, ${bugs.length - problems.length} noticed`);
process.exitCode = problems.length === 0 && bugs.length > 0 ? 0 : 1;

/** What git knows and what is new; what is installed, and the page, is lent to the copy. */
function copyTree(): void {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const file of listed.split("\n").filter((name) => name !== "" && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  for (const folder of BESIDE.filter((name) => existsSync(join(ROOT, name)))) {
    symlinkSync(join(ROOT, folder), join(copy, folder));
  }
}

function tryBug(bug: PlantedBug): string[] {
  const file = join(copy, bug.file);
  const source = readFileSync(file, "utf8");
  // Red means nothing where it was red before.
  build();
  const clean = runTests([bug.test], bug.title);
  if (clean.failed.length + clean.brokenFiles > 0 || clean.passed === 0) {
    return [`${bug.name}: ${bug.test} is not green without it\n${clean.output.slice(-1500)}`];
  }
  if (source.split(bug.from).length !== 2) return [`${bug.name}: ${bug.file} no longer holds what it is planted in`];
  writeFileSync(
    file,
    source.replace(bug.from, () => bug.to),
  );
  try {
    build();
    const run = runTests([bug.test], bug.title);
    const red =
      bug.title === undefined
        ? run.failed.length + run.brokenFiles > 0
        : run.failed.some((title) => title.includes(bug.title ?? ""));
    print(`${red ? "noticed" : "MISSED"}: ${bug.name} (${bug.test}: ${run.failed.length} red, ${run.passed} green)`);
    return red ? [] : [`${bug.name}: ${bug.test} stays green\n${run.output.slice(-1500)}`];
  } finally {
    writeFileSync(file, source);
  }
}

/** Tests that start the product start what is built: it must hold the bug as the source does. */
function build(): void {
  execFileSync(process.execPath, [join("scripts", "build.ts")], { cwd: copy });
}

function runTests(files: readonly string[], title?: string): Run {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  const vitest = join(copy, "node_modules", "vitest", "vitest.mjs");
  const only = title === undefined ? [] : ["-t", title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, "run", ...files, ...only, "--reporter=json", `--outputFile=${report}`],
    { cwd: copy, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  const output = `${stdout}\n${stderr}`;
  if (!existsSync(report)) return { failed: [], passed: 0, brokenFiles: 0, output };
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { status: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const isRed = ({ status }: { status: string }) => status === "failed";
  return {
    failed: tests.filter(isRed).map(({ fullName }) => fullName),
    passed: tests.filter(({ status }) => status === "passed").length,
    brokenFiles: testResults.filter((file) => isRed(file) && !file.assertionResults.some(isRed)).length,
    output: `${output}\n${testResults.map(({ message }) => message).join("\n")}`,
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
