import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { type Kernel, openKernel } from "../../src/kernel/kernel.ts";
import { madePassages, madeQuestions } from "../search/corpus.ts";
import { type Quantiles, quantilesOf } from "../truth/quantiles.ts";
import { addSpent } from "./engines.ts";
import type { Place } from "./places.ts";

const BATCH = 500;
const QUESTIONS = 60;
const WARM_UP = 10;
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** The search index without the calls around it, in this process; milliseconds. */
export interface IndexCost {
  readonly engine: Place["engine"];
  /** Of one passage, by a clock; of our processor; of each server's. */
  readonly index: Spent;
  readonly question: Quantiles;
  readonly questionCpu: number;
  readonly questionServersCpu: readonly number[] | undefined;
}

interface Spent {
  readonly wall: number;
  readonly cpu: number;
  readonly serversCpu: readonly number[] | undefined;
}

interface Side {
  readonly place: Place;
  readonly kernel: Kernel;
  readonly tenant: string;
  wall: number;
  cpu: number;
  serversCpu: readonly number[] | undefined;
  readonly questions: number[];
  questionCpu: number;
  questionServersCpu: readonly number[] | undefined;
}

/** Batches and questions go to the engines in turns. */
export async function measureIndex(
  places: readonly Place[],
  passages: number,
  folder: string,
  progress: (line: string) => void,
): Promise<IndexCost[]> {
  const sides = await Promise.all(places.map((place) => openSide(place, folder)));
  try {
    const all = [...madePassages(passages)];
    for (let from = 0; from < passages; from += BATCH) {
      progress(`${from} of ${passages} passages`);
      for (const side of sides) await indexSome(side, all.slice(from, from + BATCH));
    }
    for (const [at, text] of madeQuestions(WARM_UP + QUESTIONS).entries())
      for (const side of sides) await ask(side, text, at >= WARM_UP);
  } finally {
    for (const { kernel } of sides) await kernel.close();
  }
  return sides.map(({ place, wall, cpu, serversCpu, questions, questionCpu, questionServersCpu }) => ({
    engine: place.engine,
    index: { wall: wall / passages, cpu: cpu / passages, serversCpu: serversCpu?.map((ms) => ms / passages) },
    question: quantilesOf(questions),
    questionCpu: questionCpu / QUESTIONS,
    questionServersCpu: questionServersCpu?.map((ms) => ms / QUESTIONS),
  }));
}

async function openSide(place: Place, folder: string): Promise<Side> {
  const data = join(folder, `index-${place.engine}`);
  await mkdir(data, { recursive: true });
  const kernel = openKernel({
    env: createRealEnv(),
    version: "0.0.0-bench",
    worlds: WORLDS,
    log: QUIET,
    folder: data,
    databaseUrl: place.url,
    embedder: "none",
  });
  await kernel.parts.database();
  const measured = { wall: 0, cpu: 0, serversCpu: [], questions: [], questionCpu: 0, questionServersCpu: [] };
  return { place, kernel, tenant: `index-${process.pid}`, ...measured };
}

async function indexSome(side: Side, some: Parameters<ReturnType<Kernel["parts"]["searchOn"]>["index"]>[0]) {
  const { kernel, tenant, place } = side;
  const database = await kernel.parts.database();
  const servers = await place.serversCpuMs();
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await database.write(tenant, (sql) => kernel.parts.searchOn(sql, tenant).index(some));
  side.wall += performance.now() - startedMs;
  side.cpu += cpuSince(before);
  side.serversCpu = addSpent(side.serversCpu, servers, await place.serversCpuMs());
}

async function ask(side: Side, text: string, counts: boolean): Promise<void> {
  const { kernel, tenant, place } = side;
  const database = await kernel.parts.database();
  const servers = await place.serversCpuMs();
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await database.read(tenant, (sql) =>
    kernel.parts.searchOn(sql, tenant).find({ space: "bench", text, limit: 10, mode: "text" }),
  );
  const wall = performance.now() - startedMs;
  const cpu = cpuSince(before);
  if (!counts) return;
  side.questions.push(wall);
  side.questionCpu += cpu;
  side.questionServersCpu = addSpent(side.questionServersCpu, servers, await place.serversCpuMs());
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
