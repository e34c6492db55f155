import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Command, cpuMsOf, DOOR, endServer, ROOT, startServer } from "../kit/server-process.ts";
import { ratioOf, rotated, type Spread, spreadOf } from "../kit/statistics.ts";
import { INITIALIZE, INITIALIZED, LIST_TOOLS } from "./messages.ts";

const RUNS = 17;

interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

export interface StartCost {
  readonly ms: Spread;
  readonly cpuMs: Spread;
  /** Over the minimal server of the same turn, which has no compile cache. */
  readonly timesMinimal: Spread;
  readonly timesMinimalCpu: Spread;
}

/** How each variant starts. `productWarm` is the gate: the second and every later start of a user. */
export interface StartUp {
  readonly runs: number;
  readonly minimal: StartCost;
  readonly minimalCached: StartCost;
  readonly productWarm: StartCost;
  readonly productCold: StartCost;
}

type Variant = Exclude<keyof StartUp, "runs">;

/** From the start of the process to the answer of tools/list, which is asked for at once. */
export async function compareStartUp(folder: string): Promise<StartUp> {
  const minimal: Command = [`${ROOT}bench/baseline/stdio.js`];
  const product: Command = [DOOR, "mcp", "conformance", "--data", join(folder, "never-opened")];
  const warm = await mkdtemp(join(folder, "warm-"));
  const fresh = () => mkdtemp(join(folder, "cold-"));
  // The door keeps compiled code below the folder for temporary files, so that folder decides whether it finds any.
  const variants: readonly { name: Variant; start: () => Promise<Start> }[] = [
    { name: "minimal", start: async () => startOnce(minimal, { TMPDIR: warm }) },
    { name: "minimalCached", start: async () => startOnce(minimal, { NODE_COMPILE_CACHE: join(warm, "minimal") }) },
    { name: "productWarm", start: async () => startOnce(product, { TMPDIR: warm }) },
    {
      name: "productCold",
      async start() {
        const cold = await fresh();
        const started = await startOnce(product, { TMPDIR: cold });
        await rm(cold, { recursive: true });
        return started;
      },
    },
  ];
  for (const { start } of variants) await start();
  const starts: Record<Variant, Start[]> = { minimal: [], minimalCached: [], productWarm: [], productCold: [] };
  for (let run = 0; run < RUNS; run++) {
    for (const { name, start } of rotated(variants, run)) starts[name].push(await start());
  }
  const cost = (name: Variant): StartCost => ({
    ms: spreadOf(starts[name].map(({ ms }) => ms)),
    cpuMs: spreadOf(starts[name].map(({ cpuMs }) => cpuMs)),
    timesMinimal: ratioOf(
      starts[name].map(({ ms }) => ms),
      starts.minimal.map(({ ms }) => ms),
    ),
    timesMinimalCpu: ratioOf(
      starts[name].map(({ cpuMs }) => cpuMs),
      starts.minimal.map(({ cpuMs }) => cpuMs),
    ),
  });
  return {
    runs: RUNS,
    minimal: cost("minimal"),
    minimalCached: cost("minimalCached"),
    productWarm: cost("productWarm"),
    productCold: cost("productCold"),
  };
}

async function startOnce(command: Command, environment: Readonly<Record<string, string>>): Promise<Start> {
  const startedMs = performance.now();
  const child = startServer(command, environment);
  child.stdin.write(`${INITIALIZE}\n${INITIALIZED}\n${LIST_TOOLS}\n`);
  const started = await new Promise<Start>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("latin1");
      if (!/"id":2\b.*\n/.test(output)) return;
      resolve({ ms: performance.now() - startedMs, cpuMs: cpuMsOf(child.pid) });
    });
    child.stdout.on("end", () => reject(new Error(`${command[0]} ended before it answered`)));
  });
  await endServer(child);
  return started;
}
