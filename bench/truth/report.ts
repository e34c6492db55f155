import type { Target } from "../kit/bench.ts";
import { table } from "../kit/table.ts";
import type { BesideMemory } from "./beside-memory.ts";
import type { Cost, Quantiles } from "./quantiles.ts";
import { OPERATIONS, type ScaleResult } from "./scale.ts";
import type { WithModel } from "./with-model.ts";

export interface TruthResult {
  readonly node: string;
  readonly cpus: number;
  readonly loadBefore: number;
  readonly seconds: number;
  readonly scale: ScaleResult;
  readonly besideMemory: readonly BesideMemory[];
  readonly withModel?: WithModel;
  readonly targets: readonly Target[];
}

const GROWTH_MAX = 2;
const TIMES_BARE_MAX = 3;
/** The better end of what was measured of the public origin at 10 000 entities, in milliseconds and MiB. */
const ORIGIN = { store: 18, storeHundred: 640, searchByName: 232, snapshot: 7, memoryMiB: 423 };
const FASTER = { store: 5, storeHundred: 5, searchByName: 20, snapshot: 5 } as const;
const ORIGIN_ENTITIES = 10_000;
/** How many times faster than the official server, by how many entities there are. */
const FASTER_THAN_OFFICIAL: Readonly<Record<number, number>> = { 10000: 10, 50000: 50 };

export function judge({ scale, besideMemory }: Pick<TruthResult, "scale" | "besideMemory">): Target[] {
  return [...judgeScale(scale), ...besideMemory.flatMap(judgeBeside)];
}

function judgeScale({ small, large, bareInsert }: ScaleResult): Target[] {
  const growth = OPERATIONS.map((name): Target => {
    const wall = large.costs[name].wall.p50 / small.costs[name].wall.p50;
    const cpu = large.costs[name].cpu.p50 / small.costs[name].cpu.p50;
    return {
      target: `${name} at ${large.entities} entities ≤ 2 × its cost at ${small.entities}`,
      measured: `${wall.toFixed(2)} × by time, ${cpu.toFixed(2)} × by CPU time`,
      met: Math.min(wall, cpu) <= GROWTH_MAX,
    };
  });
  const bare = [small, large].map(({ entities, costs }): Target => {
    const wall = costs.store.wall.p50 / bareInsert.wall.p50;
    return {
      target: `a durable store at ${entities} entities ≤ 3 × a bare durable insert`,
      measured: `${wall.toFixed(2)} × by time`,
      met: wall <= TIMES_BARE_MAX,
    };
  });
  return [...growth, ...bare];
}

function judgeBeside(beside: BesideMemory): Target[] {
  const { entities, create, search, questions, figures } = beside;
  const targets: Target[] = [];
  const times = FASTER_THAN_OFFICIAL[entities];
  for (const [name, { ours, official }] of Object.entries({ create, search })) {
    if (times === undefined) continue;
    const faster = official.wall.p50 / ours.wall.p50;
    const byCpu = official.cpu.p50 / ours.cpu.p50;
    targets.push({
      target: `${name} at ${entities} entities ≥ ${times} × as fast as the official memory server`,
      measured: `${faster.toFixed(1)} × by time, ${byCpu.toFixed(1)} × by CPU time`,
      met: faster >= times,
    });
  }
  targets.push({
    target: `questions in plain words at ${entities} entities are answered where the official server finds nothing`,
    measured: `${questions.ours} of ${questions.asked}, official ${questions.official}`,
    met: questions.ours === questions.asked,
  });
  return entities === ORIGIN_ENTITIES ? [...targets, ...judgeFigures(figures)] : targets;
}

function judgeFigures(figures: BesideMemory["figures"]): Target[] {
  const speed = (Object.keys(FASTER) as (keyof typeof FASTER)[]).map((name): Target => {
    const { wall, cpu } = figures[name];
    const faster = ORIGIN[name] / wall.p50;
    return {
      target: `${name} ≥ ${FASTER[name]} × as fast as the public origin (${ORIGIN[name]} ms)`,
      measured: `${ms(wall.p50)} ms (CPU ${ms(cpu.p50)}), ${faster.toFixed(1)} ×`,
      met: faster >= FASTER[name],
    };
  });
  const memory = {
    target: `half the memory of the public origin (${ORIGIN.memoryMiB} MB)`,
    measured: `${Math.round(figures.memoryMiB)} MiB`,
    met: figures.memoryMiB <= ORIGIN.memoryMiB / 2,
  };
  return [...speed, memory];
}

export function report(result: TruthResult): string[] {
  const { scale, besideMemory, withModel } = result;
  const busy = result.loadBefore > 0.5 ? "; other work shared the machine" : "";
  return [
    `Node ${result.node}, ${result.cpus} CPUs, load ${result.loadBefore.toFixed(2)} before${busy}; took ${result.seconds.toFixed(0)} s.`,
    "",
    ...scaleTable(scale),
    "",
    ...besideTable(besideMemory),
    "",
    ...(withModel === undefined ? [] : [...modelTable(withModel), ""]),
    ...result.targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ];
}

function scaleTable({ small, large, bareInsert }: ScaleResult): string[] {
  const cells = ({ wall, cpu }: Cost) => [pair(wall), pair(cpu)];
  const rows = OPERATIONS.map((name) => [name, ...cells(small.costs[name]), ...cells(large.costs[name])]);
  const load = [small, large].map(
    ({ entities, observations, rowsPerSecond, edgesPerSecond }) =>
      `${entities} entities, ${observations} observations: loaded ${rowsPerSecond.toFixed(0)} rows/s, ${edgesPerSecond.toFixed(0)} edges/s`,
  );
  const head = (size: number) => [`${size} ms p50/p95`, "CPU ms p50/p95"];
  return [
    ...load,
    ...table(
      ["in one process", ...head(small.entities), ...head(large.entities)],
      [["bare durable insert", ...cells(bareInsert)], ...rows],
    ),
  ];
}

function besideTable(sizes: readonly BesideMemory[]): string[] {
  const cells = (cost: Cost | undefined) => (cost === undefined ? ["", ""] : [pair(cost.wall), pair(cost.cpu)]);
  const rows = sizes.flatMap(({ entities, create, search, questions, figures }) => [
    [`${entities}  create one`, ...cells(create.ours), ...cells(create.official)],
    [`${entities}  search by name`, ...cells(search.ours), ...cells(search.official)],
    [`${entities}  batch of 100`, ...cells(figures.storeHundred)],
    [`${entities}  snapshot`, ...cells(figures.snapshot)],
    [`${entities}  timeline, 50 rows`, ...cells(figures.timeline)],
    [`${entities}  of ${questions.asked} plain questions`, String(questions.ours), "", String(questions.official)],
    [`${entities}  memory, MiB`, figures.memoryMiB.toFixed(0)],
  ]);
  return table(["over stdio, p50/p95", "truth ms", "CPU ms", "server-memory ms", "CPU ms"], rows);
}

function modelTable({ entities, vectorsSeconds, store, search, memoryMiB }: WithModel): string[] {
  return table(
    [`with the model, ${entities} entities`, "ms p50/p95"],
    [
      ["store while vectors are made", pair(store)],
      ["search by words and meaning", pair(search)],
      ["vectors of all after, s", vectorsSeconds.toFixed(1)],
      ["memory, MiB", memoryMiB.toFixed(0)],
    ],
  );
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);
const pair = ({ p50, p95 }: Quantiles) => `${ms(p50)}/${ms(p95)}`;
