import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { collect, ended, type Workplace, withServer } from "./workplace.ts";

const MODULES = join(import.meta.dirname, "..", "..", "node_modules");
const STABLE = join(MODULES, "@modelcontextprotocol", "conformance", "dist", "index.js");
const NEXT_FOLDER = join(MODULES, "conformance-next");
const NEXT = join(NEXT_FOLDER, "dist", "index.js");

const RUN_MS = 10 * 60_000;
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

export interface Scenario {
  readonly name: string;
  /** A scenario that is not scored is reported and changes nothing. */
  readonly scored: boolean;
  readonly state: "passed" | "failed" | "not run";
  readonly checksPassed: number;
  readonly warnings: number;
  readonly reasons: readonly string[];
}

export interface Suite {
  readonly label: string;
  readonly scenarios: readonly Scenario[];
  /** What is wrong with the suite as a whole. */
  readonly faults: readonly string[];
}

/** Everything the suites ask of a server, asked of the one that has the fixtures for it. */
export function runFixtureSuites(workplace: Workplace, onSuite: (suite: Suite) => void): Promise<Suite[]> {
  return withServer(workplace, ["--servers", "conformance"], async (base) => {
    const url = `${base}/conformance/mcp`;
    const suites = [requireCount(await runSuite(workplace, "0.1.16 all", STABLE, ["--url", url, "--suite", "all"]))];
    onSuite(suites[0] as Suite);
    for (const revision of REVISIONS) {
      const args = ["--url", url, "--requirements", revision];
      const scored = await scoredScenarios(revision);
      const suite = await runSuite(workplace, `alpha.12 requirements ${revision}`, NEXT, args, scored);
      onSuite(suite);
      suites.push(suite);
    }
    return suites;
  });
}

export type Revision = keyof typeof FIXTURE_FREE;

/** The revisions of the protocol that these scenarios are written for. */
export const REVISIONS = Object.keys(FIXTURE_FREE) as Revision[];

/** The scenarios without fixtures on each server asked for, or on all that we ship; of both revisions, or of some. */
export function runFixtureFree(
  workplace: Workplace,
  asked: readonly string[],
  onSuite: (suite: Suite) => void,
  revisionsOf: (server: string) => readonly Revision[] = () => REVISIONS,
): Promise<Suite[]> {
  return withServer(workplace, asked.length > 0 ? ["--servers", asked.join(",")] : [], async (base) => {
    const suites: Suite[] = [];
    for (const server of asked.length > 0 ? asked : await listServers(workplace, base)) {
      for (const revision of revisionsOf(server)) {
        const names = FIXTURE_FREE[revision];
        // All run, because starting the runner takes longer than that; those that need fixtures are left aside.
        const args = ["server", "--url", `${base}/${server}/mcp`, "--requirements", revision];
        const { scenarios, fault } = await runCli(workplace, NEXT, args, names);
        const ours = scenarios.filter(({ name }) => (names as readonly string[]).includes(name));
        const faults = ours.some(({ state }) => state === "not run") && fault !== undefined ? [fault] : [];
        const suite = { label: `${server} without fixtures ${revision}`, scenarios: ours, faults };
        onSuite(suite);
        suites.push(suite);
      }
    }
    return suites;
  });
}

/** What a suite found wrong, in its own words. */
export function failuresOf({ label, scenarios, faults }: Suite): string[] {
  const bad = scenarios.filter((scenario) => scenario.scored && scenario.state !== "passed");
  return [
    ...bad.map(({ name, state, reasons }) => `FAIL ${label}: ${name} ${state}: ${reasons.join("; ")}`),
    ...faults.map((fault) => `FAIL ${label}: ${fault}`),
  ];
}

function requireCount(suite: Suite): Suite {
  const passed = suite.scenarios.filter((scenario) => scenario.state === "passed").length;
  if (passed === STABLE_SCENARIOS && suite.scenarios.length === STABLE_SCENARIOS) return suite;
  const miscount = `passed ${passed} of ${suite.scenarios.length}, expected ${STABLE_SCENARIOS} of ${STABLE_SCENARIOS}`;
  return { ...suite, faults: [...suite.faults, miscount] };
}

/** Runs a suite; without a list of scored scenarios every one counts. */
async function runSuite(
  workplace: Workplace,
  label: string,
  cli: string,
  args: readonly string[],
  scored?: readonly string[],
): Promise<Suite> {
  const { scenarios, fault } = await runCli(workplace, cli, ["server", ...args], scored ?? []);
  const judged = scenarios.map((scenario) => ({ ...scenario, scored: scored?.includes(scenario.name) ?? true }));
  const known = judged.some((scenario) => scenario.scored && scenario.state !== "passed");
  return { label, scenarios: judged, faults: fault !== undefined && !known ? [fault] : [] };
}

/** Starts the suites' own runner and reads what it found, scenario by scenario, from the files it leaves. */
async function runCli(
  { deadline, nextFolder }: Workplace,
  cli: string,
  args: readonly string[],
  expected: readonly string[],
) {
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
  return { scenarios, fault };
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

async function listServers({ deadline }: Workplace, base: string): Promise<string[]> {
  const response = await fetch(`${base}/tools.json`, { signal: deadline });
  if (!response.ok) throw new Error(`GET /tools.json answered ${response.status}`);
  const names = Listing.parse(await response.json()).servers.map((server) => server.name);
  if (names.length === 0) throw new Error("No server is listed in /tools.json");
  return names;
}
