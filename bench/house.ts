import { Agent } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { callTruth, rowsFrom } from "./house/ask.ts";
import { BOMBS } from "./house/bombs.ts";
import { openHouse, watch } from "./house/house.ts";
import {
  bombLines,
  bombTargets,
  type Exploded,
  measureBomb,
  ms,
  type Seen,
  summed,
  targetLines,
} from "./house/measure-bomb.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";

const READERS = 20;
const READER_PAUSE_MS = 100;
const WRITES_PER_SECOND = 200;
const WRITERS = 32;
const STEADY_MS = 10_000;
const ROUNDS = 3;
const RATIO_MAX = 3;

interface Steady extends Seen {
  readonly writesPerSecond: number;
}

interface HouseResult {
  readonly loadBefore: number;
  readonly idle: readonly Steady[];
  readonly beside: readonly Steady[];
  readonly bombs: readonly Exploded[];
  readonly targets: readonly Target[];
}

/** What everybody else notices of somebody who asks too much. */
export const bench: Bench<HouseResult> = {
  name: "house",
  summary: "200 durable writes a second beside readers, and each bomb that once stopped the house",
  async run({ progress }) {
    const loadBefore = loadavg()[0] ?? 0;
    const { idle, beside } = await measureSteady(progress);
    const bombs: Exploded[] = [];
    for (const bomb of BOMBS) {
      progress(bomb.name);
      bombs.push(await measureBomb(bomb));
    }
    return {
      loadBefore,
      idle,
      beside,
      bombs,
      targets: [...steadyTargets(idle, beside), ...bombs.flatMap(bombTargets)],
    };
  },
  print({ loadBefore, idle, beside, bombs, targets }) {
    const steadyRow = (name: string, { health, reads, writesPerSecond, failures }: Steady) => [
      name,
      ...[health.p50, health.p99, health.max, reads.p50, reads.p99, reads.max].map(ms),
      writesPerSecond.toFixed(0),
      String(failures.length),
    ];
    return [
      `load before: ${loadBefore.toFixed(1)}; milliseconds`,
      "",
      ...table(
        ["round", "health p50", "p99", "max", "reads p50", "p99", "max", "writes/s", "failed"],
        [...idle.map((round) => steadyRow("idle", round)), ...beside.map((round) => steadyRow("beside writes", round))],
      ),
      "",
      ...bombLines(bombs),
      "",
      ...targetLines(targets),
    ];
  },
};

async function measureSteady(progress: (line: string) => void) {
  const house = await openHouse();
  const idle: Steady[] = [];
  const beside: Steady[] = [];
  try {
    await callTruth({ url: house.url }, "store_structured", { idempotency_key: "warm", entities: rowsFrom(0, 200) });
    await writeFor(house.url, "warm", 2000);
    for (let round = 0; round < ROUNDS; round += 1) {
      progress(`round ${round + 1} of ${ROUNDS}: idle, then beside writes`);
      idle.push(await seeFor(house.url, () => wait(STEADY_MS, 0)));
      beside.push(await seeFor(house.url, () => writeFor(house.url, `round-${round}`, STEADY_MS)));
    }
    return { idle, beside };
  } finally {
    await house.close();
  }
}

async function seeFor(url: string, work: () => Promise<number>): Promise<Steady> {
  const report = watch({ url, readers: READERS, pauseMs: READER_PAUSE_MS });
  const writesPerSecond = await work();
  return { ...summed(await report()), writesPerSecond };
}

/** Writes at a steady pace, however long each takes; says how many a second were answered. */
async function writeFor(url: string, round: string, forMs: number): Promise<number> {
  const startedMs = performance.now();
  const writes: Promise<void>[] = [];
  const line = { url, agent: new Agent({ keepAlive: true, maxSockets: WRITERS }) };
  const total = (forMs / 1000) * WRITES_PER_SECOND;
  while (writes.length < total) {
    const due = Math.min(total, ((performance.now() - startedMs) / 1000) * WRITES_PER_SECOND);
    while (writes.length < due) {
      const n = writes.length;
      const args = { idempotency_key: `${round}-${n}`, entities: rowsFrom(hashOf(round) + n, 1) };
      writes.push(callTruth(line, "store_structured", args));
    }
    await wait(5);
  }
  await Promise.all(writes);
  line.agent.destroy();
  return total / ((performance.now() - startedMs) / 1000);
}

/** Rows of one round are not those of another. */
function hashOf(round: string): number {
  return 1_000_000 * [...round].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1000, 7);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function steadyTargets(idle: readonly Steady[], beside: readonly Steady[]): Target[] {
  const ratio = (what: "health" | "reads") =>
    median(beside.map((round, n) => round[what].p99 / (idle[n]?.[what].p99 ?? Number.NaN)));
  const rate = median(beside.map(({ writesPerSecond }) => writesPerSecond));
  return [
    {
      target: `${WRITES_PER_SECOND} durable writes a second`,
      measured: `${rate.toFixed(0)} a second`,
      met: rate >= WRITES_PER_SECOND * 0.95,
    },
    ...(["health", "reads"] as const).map((what) => ({
      target: `p99 of ${what} beside the writes at most ${RATIO_MAX} × idle`,
      measured: `${ratio(what).toFixed(1)} ×`,
      met: ratio(what) <= RATIO_MAX,
    })),
  ];
}
