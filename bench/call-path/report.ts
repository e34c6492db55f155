import type { Target } from "../kit/bench.ts";
import type { Spread } from "../kit/statistics.ts";
import { table } from "../kit/table.ts";
import type { StartCost, StartUp } from "./start-up.ts";
import { type Comparison, TOOLS } from "./throughput.ts";
import type { WriteCost, Writes } from "./writes.ts";

export interface CallPathResult {
  readonly node: string;
  readonly cpus: number;
  /** Above 0.5 other work shared the machine: trust ratios and CPU time only. */
  readonly loadBefore: number;
  readonly seconds: number;
  readonly targets: readonly Target[];
  readonly throughput: readonly Comparison[];
  readonly startUp: StartUp;
  readonly writes: Writes;
  readonly aliasNanoseconds: Spread;
}

const THROUGHPUT_SHARE_MIN = 0.7;
const START_TIMES_MAX = 1.5;
const ALIAS_NANOSECONDS_MAX = 1000;

/** Holds the measurements against what was promised. */
export function judge(parts: Pick<CallPathResult, "throughput" | "startUp" | "aliasNanoseconds">): Target[] {
  const shares = parts.throughput.map(({ transport, era, concurrency, tools }) => {
    const { throughputShare, cpuShare } = tools.test_read;
    return {
      target: `read tool ≥ 70 % of the empty tool: ${transport}, ${era}, ${concurrency} in flight`,
      measured: `${percent(throughputShare)} by throughput, ${percent(cpuShare)} by CPU time`,
      met: throughputShare.median >= THROUGHPUT_SHARE_MIN && cpuShare.median >= THROUGHPUT_SHARE_MIN,
    };
  });
  const { timesMinimal, timesMinimalCpu } = parts.startUp.productWarm;
  return [
    ...shares,
    {
      target: "start to first tools/list ≤ 1.5 × a minimal SDK server, compile cache warm",
      measured: `${times(timesMinimal)} by time, ${times(timesMinimalCpu)} by CPU time`,
      met: timesMinimal.median <= START_TIMES_MAX,
    },
    {
      target: "an alias is found in < 1 µs",
      measured: `${parts.aliasNanoseconds.median.toFixed(0)} ns`,
      met: parts.aliasNanoseconds.median < ALIAS_NANOSECONDS_MAX,
    },
  ];
}

export function report(result: CallPathResult): string[] {
  const busy = result.loadBefore > 0.5 ? "; other work shared the machine" : "";
  return [
    `Node ${result.node}, ${result.cpus} CPUs, load ${result.loadBefore.toFixed(2)} before${busy}; took ${result.seconds.toFixed(0)} s.`,
    "Medians; brackets hold the middle half of the paired rounds.",
    "",
    ...throughputTable(result.throughput),
    "",
    ...startTable(result.startUp),
    "",
    ...writeTable(result.writes),
    "",
    ...result.targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ];
}

function throughputTable(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.flatMap(({ transport, era, concurrency, tools }) =>
    TOOLS.map((name) => {
      const { callsPerSecond, cpuMicros, throughputShare, cpuShare } = tools[name];
      return [
        `${transport} ${era} ×${concurrency}  ${name}`,
        callsPerSecond.median.toFixed(0),
        percent(throughputShare),
        cpuMicros.median.toFixed(0),
        percent(cpuShare),
      ];
    }),
  );
  return table(["calls", "per s", "share of empty", "µs CPU", "share by CPU"], rows);
}

function startTable({ runs, ...variants }: StartUp): string[] {
  const row = (name: string, { ms, cpuMs, timesMinimal, timesMinimalCpu }: StartCost) => [
    name,
    ms.median.toFixed(0),
    cpuMs.median.toFixed(0),
    times(timesMinimal),
    times(timesMinimalCpu),
  ];
  return table(
    [`start to tools/list, ${runs} runs each`, "ms", "CPU ms", "× minimal", "× minimal CPU"],
    [
      row("minimal SDK server (the measure)", variants.minimal),
      row("minimal SDK server, compile cache warm", variants.minimalCached),
      row("bailiwick, compile cache warm (the gate)", variants.productWarm),
      row("bailiwick, compile cache cold", variants.productCold),
    ],
  );
}

function writeTable({ bareCommitsPerSecond, alone, together }: Writes): string[] {
  const row = (name: string, cost: WriteCost) => [
    name,
    cost.writesPerSecond.median.toFixed(0),
    times(cost.timesBare),
    cost.cpuMicros.median.toFixed(0),
    cost.writesPerCommit.toFixed(1),
  ];
  return table(
    ["durable writes, stdio", "per s", "× bare", "µs CPU", "writes per fsync"],
    [
      ["SQLite alone, one row a commit", bareCommitsPerSecond.median.toFixed(0), "1", "", "1.0"],
      row("test_write, 1 in flight", alone),
      row("test_write, 32 in flight", together),
    ],
  );
}

function percent({ median, low, high }: Spread): string {
  return `${(median * 100).toFixed(0)} % [${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]`;
}

function times({ median, low, high }: Spread): string {
  return `${median.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
}
