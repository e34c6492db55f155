// Runs the MCP conformance suites against the built server: `npm run conformance [-- SERVER…]`, after a build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failuresOf, runFixtureFree, runFixtureSuites, type Scenario, type Suite } from "./conformance/suites.ts";
import { createWorkplace } from "./conformance/workplace.ts";

const TOTAL_MS = 15 * 60_000;

const folder = await mkdtemp(join(tmpdir(), "bailiwick-conformance-"));
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort(new Error("Interrupted")));
process.once("SIGTERM", () => interrupted.abort(new Error("Terminated")));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  print(`conformance: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function main(asked: readonly string[]): Promise<number> {
  const deadline = AbortSignal.any([interrupted.signal, AbortSignal.timeout(TOTAL_MS)]);
  const workplace = createWorkplace(folder, deadline);
  print(row(["suite", "scenarios", "passed", "failed", "not run", "unscored", "warnings", "checks"]));
  const suites = await runFixtureSuites(workplace, report);
  const onEndpoints = await runFixtureFree(workplace, asked, report);
  const failures = [...suites, ...onEndpoints].flatMap(failuresOf);
  for (const failure of failures) print(failure);
  print(failures.length === 0 ? "conformance: passed" : `conformance: ${failures.length} failures`);
  return failures.length === 0 ? 0 : 1;
}

function report({ label, scenarios }: Suite): void {
  const scored = scenarios.filter((scenario) => scenario.scored);
  const count = (state: Scenario["state"]) => scored.filter((scenario) => scenario.state === state).length;
  const sum = (of: (scenario: Scenario) => number) => scenarios.reduce((total, scenario) => total + of(scenario), 0);
  const unscored = scenarios.filter((scenario) => !scenario.scored);
  const unscoredFailed = unscored.filter((scenario) => scenario.state !== "passed").map((scenario) => scenario.name);
  print(
    row([
      label,
      scenarios.length,
      count("passed"),
      count("failed"),
      count("not run"),
      `${unscored.length - unscoredFailed.length}/${unscored.length}`,
      sum((scenario) => scenario.warnings),
      sum((scenario) => scenario.checksPassed),
    ]),
  );
  if (unscoredFailed.length > 0) print(`  not scored and not passed: ${unscoredFailed.join(", ")}`);
}

function row([label, ...cells]: readonly (string | number)[]): string {
  return [String(label).padEnd(44), ...cells.map((cell) => String(cell).padStart(10))].join("");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
