import { setTimeout as wait } from "node:timers/promises";
import type { Target } from "../kit/bench.ts";
import { table } from "../kit/table.ts";
import { callTruth, rowsFrom } from "./ask.ts";
import type { Bomb } from "./bombs.ts";
import { openHouse, watch } from "./house.ts";
import type { ProbeReport } from "./probe.ts";

const ANSWER_MS_MAX = 250;
const MEMORY_MB_MAX = 512;
const STOP_MS_MAX = 5000;
/** How far a bomb has gone off when the house is asked to stop. */
const STOP_AFTER_MS = 500;

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
}

/** What others noticed. */
export interface Seen {
  readonly health: Latency;
  readonly reads: Latency;
  readonly failures: readonly string[];
}

export interface Exploded extends Seen {
  readonly bomb: string;
  readonly seconds: number;
  readonly peakMb: number;
  readonly stopMs: number;
}

/** What everybody else notices of one bomb, in a house of its own. */
export async function measureBomb(bomb: Bomb): Promise<Exploded> {
  const house = await openHouse();
  try {
    await callTruth({ url: house.url }, "store_structured", { idempotency_key: "warm", entities: rowsFrom(0, 200) });
    for (let n = 0; n < 20; n += 1)
      await callTruth({ url: house.url }, "retrieve_entities", { entity_type: "company" });
    const report = watch({ url: house.url, readers: 2, pauseMs: 10 });
    await wait(500);
    const startedMs = performance.now();
    await bomb.explode(house.url);
    const seconds = (performance.now() - startedMs) / 1000;
    const seen = summed(await report());
    const again = bomb.explode(house.url).catch(() => {});
    await wait(STOP_AFTER_MS);
    const peakMb = house.peakMb();
    const stopMs = await house.stop();
    await again;
    return { bomb: bomb.name, seconds, ...seen, peakMb, stopMs };
  } finally {
    await house.close();
  }
}

export function summed({ health, reads, failures }: ProbeReport): Seen {
  return { health: latencyOf(health), reads: latencyOf(reads), failures };
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1), count: sorted.length };
}

export function ms(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

export function bombLines(bombs: readonly Exploded[]): string[] {
  return table(
    ["bomb", "seconds", "health p99", "max", "reads p99", "max", "peak MB", "stop ms", "failed"],
    bombs.map(({ bomb, seconds, health, reads, peakMb, stopMs, failures }) => [
      bomb,
      seconds.toFixed(1),
      ...[health.p99, health.max, reads.p99, reads.max, peakMb, stopMs].map(ms),
      String(failures.length),
    ]),
  );
}

export function targetLines(targets: readonly Target[]): string[] {
  return targets.map(({ target, measured, met }) => `${met ? "met    " : "NOT MET"}  ${target}: ${measured}`);
}

export function bombTargets({ bomb, health, reads, failures, peakMb, stopMs }: Exploded): Target[] {
  const slowest = Math.max(health.max, reads.max);
  return [
    {
      target: `${bomb}: others are answered within ${ANSWER_MS_MAX} ms`,
      measured: `${slowest.toFixed(0)} ms, ${failures.length} without an answer`,
      met: slowest <= ANSWER_MS_MAX && failures.length === 0,
    },
    {
      target: `${bomb}: memory under ${MEMORY_MB_MAX} MB`,
      measured: `${peakMb.toFixed(0)} MB`,
      met: peakMb < MEMORY_MB_MAX,
    },
    {
      target: `${bomb}: SIGTERM ends it within ${STOP_MS_MAX} ms`,
      measured: `${stopMs.toFixed(0)} ms`,
      met: stopMs <= STOP_MS_MAX,
    },
  ];
}
