import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ratioOf, rotated, type Spread, spreadOf } from "../kit/statistics.ts";
import { CATEGORY, completeEntry, idOf, makeEntry, writeEntries } from "./corpus.ts";
import { answerIn, openLineClient } from "./line-client.ts";

const ROUNDS = 7;
const RAW = fileURLToPath(new URL("./load-raw.ts", import.meta.url));
const PRODUCT = fileURLToPath(new URL("./load-product.ts", import.meta.url));
const run = promisify(execFile);

/** One way to load, beside reading and parsing the same files in the same round. */
export interface Load {
  readonly ms: Spread;
  readonly timesRaw: Spread;
}

export interface ColdLoad {
  readonly rounds: number;
  readonly rawMs: Spread;
  /** Within one process, the opening of the kernel and of the database included. */
  readonly kernel: Load;
  /** The same with mutation on. */
  readonly kernelMutation: Load;
  /** Files that hold only what an author must write, mutation off: the very first time, and every later one. */
  readonly authoredFirst: Load;
  readonly authoredLater: Load;
  /** The built product over stdio, from the first question to its answer. */
  readonly stdio: Load;
  /** From starting the process to the answer to its first get. */
  readonly startToGetMs: Spread;
  /** The first governance hash of a process, after the load. */
  readonly governanceMs: Spread;
  /** Calls within the process once all is loaded; each round gives its median. */
  readonly warmListOfRaw: Spread;
  readonly warmGetOfRaw: Spread;
  readonly warmListMs: Spread;
  readonly warmGetMs: Spread;
}

interface Loaded {
  readonly loadMs: number;
  readonly entries: number;
  readonly governanceMs: number;
  readonly listMs: readonly number[];
  readonly getMs: readonly number[];
}

/** Loads `count` entries in every way, each in a process of its own; every round measures all of them. */
export async function measureColdLoad(folder: string, count: number): Promise<ColdLoad> {
  const complete = join(folder, "complete");
  const authored = join(folder, "authored");
  writeEntries(complete, count, completeEntry);
  writeEntries(authored, count, makeEntry);
  const load = async (script: string, ...args: string[]): Promise<Loaded> => {
    const loaded = JSON.parse((await run(process.execPath, [script, ...args])).stdout) as Loaded;
    if (loaded.entries !== count) throw new Error(`${loaded.entries} of ${count} entries were loaded`);
    return loaded;
  };
  // A little in the past, so that no file is so new that it must be looked at twice.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const ways = {
    raw: async () => (await load(RAW, join(complete, "instructions"))).loadMs,
    kernelMutation: async () => (await load(PRODUCT, complete, "mutation")).loadMs,
    authoredFirst: async () => {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(join(authored, `bailiwick.db${suffix}`), { force: true });
      return (await load(PRODUCT, authored)).loadMs;
    },
    authoredLater: async () => (await load(PRODUCT, authored)).loadMs,
    stdio: () => firstAnswerMs(complete, count),
    startToGet: () => startToGetMs(complete),
  };
  const times = new Map<string, number[]>();
  const loads: Loaded[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    // The later load follows the first one that filled its database.
    for (const [name, measure] of rotated(Object.entries(ways), Math.max(round, 0))) {
      const ms = await measure();
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms]);
    }
    const loaded = await load(PRODUCT, complete);
    if (round >= 0) loads.push(loaded);
  }
  const raw = times.get("raw") ?? [];
  const against = (values: readonly number[]): Load => ({ ms: spreadOf(values), timesRaw: ratioOf(values, raw) });
  const of = (name: keyof typeof ways) => times.get(name) ?? [];
  const listMs = loads.map((loaded) => spreadOf(loaded.listMs).median);
  const getMs = loads.map((loaded) => spreadOf(loaded.getMs).median);
  return {
    rounds: ROUNDS,
    rawMs: spreadOf(raw),
    kernel: against(loads.map(({ loadMs }) => loadMs)),
    kernelMutation: against(of("kernelMutation")),
    authoredFirst: against(of("authoredFirst")),
    authoredLater: against(of("authoredLater")),
    stdio: against(of("stdio")),
    startToGetMs: spreadOf(of("startToGet")),
    governanceMs: spreadOf(loads.map(({ governanceMs }) => governanceMs)),
    warmListMs: spreadOf(listMs),
    warmGetMs: spreadOf(getMs),
    warmListOfRaw: ratioOf(listMs, raw),
    warmGetOfRaw: ratioOf(getMs, raw),
  };
}

async function firstAnswerMs(data: string, count: number): Promise<number> {
  const client = await openLineClient(data);
  try {
    const { ms } = await client.ask("instructions/list", { category: "of-no-entry" });
    const listed = answerIn(await client.ask("instructions/list", { category: CATEGORY }));
    const governed = answerIn(await client.ask("instructions/governanceHash", {}));
    if (listed.count === 0 || governed.count !== count) throw new Error("not every entry was loaded");
    return ms;
  } finally {
    await client.close();
  }
}

async function startToGetMs(data: string): Promise<number> {
  const startedMs = performance.now();
  const client = await openLineClient(data);
  try {
    const got = await client.ask("instructions/get", { id: idOf(5) });
    const ms = performance.now() - startedMs;
    if (answerIn(got).item?.id !== idOf(5)) throw new Error("the entry was not found");
    return ms;
  } finally {
    await client.close();
  }
}
