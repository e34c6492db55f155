// Runs the MCP conformance suites against the built server: `npm run conformance [-- SERVER…]`, after a build.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "..");
const BAILIWICK = join(ROOT, "bin", "bailiwick.js");
const STABLE = join(ROOT, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const NEXT_FOLDER = join(ROOT, "node_modules", "conformance-next");
const NEXT = join(NEXT_FOLDER, "dist", "index.js");

const TOTAL_MS = 15 * 60_000;
const RUN_MS = 3 * 60_000;
const START_MS = 20_000;
const STOP_MS = 5_000;
/** What 0.1.16 holds; fewer would mean that some were not run. */
const STABLE_SCENARIOS = 32;

/** Scenarios that need no fixture, and so hold on every endpoint we ship. */
const FIXTURE_FREE = {
  "2025-11-25": [
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
  ],
  "2026-07-28": [
    "tools-list",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "sep-2164-resource-not-found",
    "http-header-validation",
    "input-required-result-missing-input-response",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
    "input-required-result-validate-input",
  ],
} as const;

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
const Listing = z.object({ servers: z.array(z.object({ name: z.string() })) });

interface Scenario {
  readonly name: string;
  /** A scenario that is not scored is reported and changes nothing. */
  readonly scored: boolean;
  readonly state: "passed" | "failed" | "not run";
  readonly checksPassed: number;
  readonly warnings: number;
  readonly reasons: readonly string[];
}

interface Suite {
  readonly label: string;
  readonly scenarios: readonly Scenario[];
  /** What is wrong with the suite as a whole. */
  readonly faults: readonly string[];
}

const folder = await mkdtemp(join(tmpdir(), "bailiwick-conformance-"));
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort(new Error("Interrupted")));
process.once("SIGTERM", () => interrupted.abort(new Error("Terminated")));
const deadline = AbortSignal.any([interrupted.signal, AbortSignal.timeout(TOTAL_MS)]);
let folders = 0;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  print(`conformance: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function main(asked: readonly string[]): Promise<number> {
  print(row(["suite", "scenarios", "passed", "failed", "not run", "unscored", "warnings", "checks"]));
  const suites = await withServer(["--servers", "conformance"], runFixtureSuites);
  const onEndpoints = await withServer(asked.length > 0 ? ["--servers", asked.join(",")] : [], async (base) =>
    runFixtureFree(base, asked.length > 0 ? asked : await listServers(base)),
  );
  if (onEndpoints.length === 0) {
    print("No server is listed in /tools.json: the scenarios without fixtures run on /conformance/mcp instead.");
    onEndpoints.push(
      ...(await withServer(["--servers", "conformance"], (base) => runFixtureFree(base, ["conformance"]))),
    );
  }
  const failures = [...suites, ...onEndpoints].flatMap(failuresOf);
  for (const failure of failures) print(failure);
  print(failures.length === 0 ? "conformance: passed" : `conformance: ${failures.length} failures`);
  return failures.length === 0 ? 0 : 1;
}

async function runFixtureSuites(base: string): Promise<Suite[]> {
  const url = `${base}/conformance/mcp`;
  const stable = await runSuite("0.1.16 all", STABLE, ["--url", url, "--suite", "all"]);
  const passed = stable.scenarios.filter((scenario) => scenario.state === "passed").length;
  const complete = passed === STABLE_SCENARIOS && stable.scenarios.length === STABLE_SCENARIOS;
  const miscount = `passed ${passed} of ${stable.scenarios.length}, expected ${STABLE_SCENARIOS} of ${STABLE_SCENARIOS}`;
  const suites = [complete ? stable : { ...stable, faults: [...stable.faults, miscount] }];
  for (const revision of Object.keys(FIXTURE_FREE)) {
    const args = ["--url", url, "--requirements", revision];
    suites.push(await runSuite(`alpha.12 requirements ${revision}`, NEXT, args, await scoredScenarios(revision)));
  }
  return suites;
}

async function runFixtureFree(base: string, servers: readonly string[]): Promise<Suite[]> {
  const suites: Suite[] = [];
  for (const server of servers) {
    for (const [revision, names] of Object.entries(FIXTURE_FREE)) {
      const url = `${base}/${server}/mcp`;
      const label = `${server} without fixtures ${revision}`;
      suites.push(report({ label, ...(await runSingly(url, revision, names)) }));
    }
  }
  return suites;
}

/** Runs scenarios one by one, a few at a time: the runner takes only one name or a whole suite. */
async function runSingly(url: string, revision: string, names: readonly string[]) {
  const waiting = [...names];
  const scenarios: Scenario[] = [];
  const faults: string[] = [];
  async function work(): Promise<void> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const args = ["server", "--url", url, "--scenario", name, "--spec-version", revision];
      const { output, scenarios: found, fault } = await runCli(NEXT, args, [name]);
      scenarios.push(...found.map((scenario) => explainSkip(scenario, output)));
      if (fault !== undefined && found.every((scenario) => scenario.state === "passed"))
        faults.push(`${name}: ${fault}`);
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
  return { scenarios, faults };
}

/** The runner says on stdout why it left a scenario out, and exits 0. */
function explainSkip(scenario: Scenario, output: string): Scenario {
  const skipped = /^SKIPPED: (.*)$/m.exec(output)?.[1];
  return scenario.state === "not run" && skipped ? { ...scenario, reasons: [skipped] } : scenario;
}

/** Runs a suite; without a list of scored scenarios every one counts. */
async function runSuite(label: string, cli: string, args: string[], scored?: readonly string[]): Promise<Suite> {
  const { scenarios, fault } = await runCli(cli, ["server", ...args], scored ?? []);
  const judged = scenarios.map((scenario) => ({ ...scenario, scored: scored?.includes(scenario.name) ?? true }));
  const known = judged.some((scenario) => scenario.scored && scenario.state !== "passed");
  return report({ label, scenarios: judged, faults: fault !== undefined && !known ? [fault] : [] });
}

/** Starts the suites' own runner and reads what it found, scenario by scenario, from the files it leaves. */
async function runCli(cli: string, args: readonly string[], expected: readonly string[]) {
  const results = nextFolder();
  const child = spawn(process.execPath, [cli, ...args, "--output-dir", results], {
    stdio: ["ignore", "pipe", "pipe"],
    signal: deadline,
    timeout: RUN_MS,
  });
  const output = collect(child);
  const code = await ended(child);
  const announced = [...output().matchAll(/^=== Running scenario: (.+) ===$/gm)].map((match) => match[1] ?? "");
  const names = [...new Set([...announced, ...expected])];
  const folders = await readdir(results).catch(() => []);
  const scenarios = await Promise.all(names.map((name) => readScenario(results, folders, name)));
  const fault = code === 0 ? undefined : `the runner ended with ${code}: ${output().trim().split("\n").at(-1) ?? ""}`;
  return { output: output(), scenarios, fault };
}

async function readScenario(results: string, folders: readonly string[], name: string): Promise<Scenario> {
  const found = folders.find(
    (entry) => entry.startsWith(`server-${name}-`) && /^\d{4}-/.test(entry.slice(name.length + 8)),
  );
  const text = found && (await readFile(join(results, found, "checks.json"), "utf8").catch(() => undefined));
  const checks = text === undefined ? [] : Checks.parse(JSON.parse(text));
  const failed = checks.filter((check) => check.status === "FAILURE");
  const ran = checks.some((check) => check.status !== "SKIPPED");
  return {
    name,
    scored: true,
    state: failed.length > 0 ? "failed" : ran ? "passed" : "not run",
    checksPassed: checks.filter((check) => check.status === "SUCCESS").length,
    warnings: checks.filter((check) => check.status === "WARNING").length,
    reasons: ran ? failed.map((check) => `${check.id}: ${check.errorMessage ?? "failed"}`) : ["no result was written"],
  };
}

/** The frozen list of what a revision requires of a server. */
async function scoredScenarios(revision: string): Promise<string[]> {
  const text = await readFile(join(NEXT_FOLDER, "requirements", `${revision}.yaml`), "utf8");
  const section = /^server:\n((?: {2}- .*\n)+)/m.exec(text)?.[1];
  if (section === undefined) throw new Error(`No server requirements found for ${revision}`);
  return section
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/^ {2}- /, ""));
}

async function listServers(base: string): Promise<string[]> {
  const response = await fetch(`${base}/tools.json`, { signal: deadline });
  if (!response.ok) throw new Error(`GET /tools.json answered ${response.status}`);
  return Listing.parse(await response.json()).servers.map((server) => server.name);
}

/** Serves on a free port with a data folder of its own for as long as `use` runs. */
async function withServer<Value>(args: readonly string[], use: (base: string) => Promise<Value>): Promise<Value> {
  const port = await freePort();
  const data = nextFolder();
  const serve = ["serve", "--host", "127.0.0.1", "--port", String(port), "--data", data, ...args];
  // Neither the developer's settings nor a config file in the working folder may lead this to real data.
  const { PATH, HOME, SystemRoot } = process.env;
  const child = spawn(process.execPath, [BAILIWICK, ...serve], {
    cwd: folder,
    env: { PATH, HOME, SystemRoot },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collect(child);
  const exit = ended(child);
  try {
    const base = `http://127.0.0.1:${port}`;
    await Promise.race([healthy(base), exit.then((code) => stoppedEarly(code))]);
    return await use(base);
  } catch (error) {
    const tail = output().trim().split("\n").slice(-10).join("\n");
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${tail}`, { cause: error });
  } finally {
    child.kill("SIGTERM");
    await Promise.race([exit, sleep(STOP_MS, undefined, { ref: false }).then(() => child.kill("SIGKILL"))]);
    await exit;
  }
}

function stoppedEarly(code: number | string): never {
  throw new Error(`bailiwick serve ended with ${code} before it answered`);
}

async function healthy(base: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    deadline.throwIfAborted();
    const answer = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`bailiwick serve did not answer on /healthz within ${START_MS / 1_000} s`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port was found");
  return address.port;
}

/** How a process ended: its exit code, or what stopped it. */
function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
}

function collect(child: ChildProcess): () => string {
  let text = "";
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => text;
}

function nextFolder(): string {
  folders += 1;
  return join(folder, String(folders));
}

function report(suite: Suite): Suite {
  const scored = suite.scenarios.filter((scenario) => scenario.scored);
  const count = (state: Scenario["state"]) => scored.filter((scenario) => scenario.state === state).length;
  const sum = (of: (scenario: Scenario) => number) =>
    suite.scenarios.reduce((total, scenario) => total + of(scenario), 0);
  const unscored = suite.scenarios.filter((scenario) => !scenario.scored);
  const unscoredPassed = unscored.filter((scenario) => scenario.state === "passed").length;
  print(
    row([
      suite.label,
      suite.scenarios.length,
      count("passed"),
      count("failed"),
      count("not run"),
      `${unscoredPassed}/${unscored.length}`,
      sum((scenario) => scenario.warnings),
      sum((scenario) => scenario.checksPassed),
    ]),
  );
  const unscoredFailed = unscored.filter((scenario) => scenario.state !== "passed").map((scenario) => scenario.name);
  if (unscoredFailed.length > 0) print(`  not scored and not passed: ${unscoredFailed.join(", ")}`);
  return suite;
}

function failuresOf({ label, scenarios, faults }: Suite): string[] {
  const bad = scenarios.filter((scenario) => scenario.scored && scenario.state !== "passed");
  return [
    ...bad.map(({ name, state, reasons }) => `FAIL ${label}: ${name} ${state}: ${reasons.join("; ")}`),
    ...faults.map((fault) => `FAIL ${label}: ${fault}`),
  ];
}

function row([label, ...cells]: readonly (string | number)[]): string {
  return [String(label).padEnd(44), ...cells.map((cell) => String(cell).padStart(10))].join("");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
