import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createRealEnv } from "../src/apps/real-env.ts";
import { type Kernel, openKernel, SILENT_CLIENT } from "../src/kernel/serve.ts";
import { conformance } from "../src/worlds/conformance/index.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { ratioOf, type Spread, spreadOf } from "./kit/statistics.ts";
import { table } from "./kit/table.ts";
import { slow } from "./prepare/slow-world.ts";

const WRITES_PER_SECOND = 200;
const PREPARE_MS = 10_000;
const ROUNDS = 3;
const WARM_UP_MS = 2000;
const P95_RATIO_MAX = 1.5;

interface Round {
  readonly p50: number;
  readonly p95: number;
  readonly writes: number;
}

interface PrepareResult {
  readonly loadBefore: number;
  readonly idle: readonly Round[];
  readonly beside: readonly Round[];
  readonly p95Ratio: Spread;
  readonly targets: readonly Target[];
}

/** What everybody else notices of a call that prepares for ten seconds. */
export const bench: Bench<PrepareResult> = {
  name: "prepare",
  summary: "200 durable writes a second, alone and beside a call of another client that prepares for 10 s",
  async run({ progress }) {
    const loadBefore = loadavg()[0] ?? 0;
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    const kernel = openKernel({
      worlds: [conformance, slow],
      env: createRealEnv(),
      log: { debug() {}, info() {}, warn() {}, error() {} },
      version: "0.0.0-bench",
      folder,
      embedder: "none",
    });
    try {
      await writeFor(kernel, WARM_UP_MS);
      const idle: Round[] = [];
      const beside: Round[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        progress(`round ${round} of ${ROUNDS}: alone, then beside a call that prepares`);
        idle.push(await writeFor(kernel, PREPARE_MS));
        const working = call(kernel, "preparing", "slow", "work_long", { ms: PREPARE_MS });
        beside.push(await writeFor(kernel, PREPARE_MS));
        await working;
      }
      const p95Ratio = ratioOf(
        beside.map(({ p95 }) => p95),
        idle.map(({ p95 }) => p95),
      );
      const target = {
        target: `p95 of the writes beside it at most ${P95_RATIO_MAX} × alone`,
        measured: `${p95Ratio.median.toFixed(2)} ×`,
        met: p95Ratio.median <= P95_RATIO_MAX,
      };
      return { loadBefore, idle, beside, p95Ratio, targets: [target] };
    } finally {
      await kernel.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  print({ loadBefore, idle, beside, targets }) {
    const row = (name: string, rounds: readonly Round[]) => [
      name,
      ...(["p50", "p95"] as const).map((key) => spreadOf(rounds.map((round) => round[key])).median.toFixed(2)),
      String(rounds.reduce((sum, { writes }) => sum + writes, 0)),
    ];
    return [
      `load before: ${loadBefore.toFixed(1)}`,
      ...table(["writes", "p50 ms", "p95 ms", "count"], [row("alone", idle), row("beside", beside)]),
      "",
      ...targets.map(({ target, measured, met }) => `${met ? "met" : "not met"}: ${target}: ${measured}`),
    ];
  },
};

/** Writes at a steady rate, whether or not the one before has been answered: what waits shows in the times. */
async function writeFor(kernel: Kernel, ms: number): Promise<Round> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const startedMs = performance.now();
  for (let nth = 0; performance.now() - startedMs < ms; nth += 1) {
    const dueMs = startedMs + (nth * 1000) / WRITES_PER_SECOND;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const before = performance.now();
    pending.push(
      call(kernel, "writing", "conformance", "test_write", { text: `note ${startedMs} ${nth}` }).then(
        () => void times.push(performance.now() - before),
      ),
    );
  }
  await Promise.all(pending);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), writes: sorted.length };
}

async function call(kernel: Kernel, client: string, server: string, name: string, args: object): Promise<void> {
  const outcome = await kernel.call({
    server,
    name,
    arguments: args,
    connection: { id: client, transport: "stdio", client },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  if ("isError" in outcome && outcome.isError === true) throw new Error(`${name} failed: ${JSON.stringify(outcome)}`);
}
