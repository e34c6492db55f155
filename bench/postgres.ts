import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../src/apps/usage-error.ts";
import type { Bench } from "./kit/bench.ts";
import { measureEngines } from "./postgres/engines.ts";
import { measureIndex } from "./postgres/index-alone.ts";
import { measureNeighbours, type Neighbours } from "./postgres/neighbours.ts";
import { openPlaces } from "./postgres/places.ts";
import { type PostgresResult, report } from "./postgres/report.ts";
import { measureTwoProcesses } from "./postgres/two-processes.ts";
import { madeVectors, realVectors } from "./postgres/vectors.ts";

/** POSTGRES_BENCH_ENTITIES makes it smaller for a quick look, and is no proof then. */
const ENTITIES = 10_000;

/** What the engines cost side by side: calls in turns, so that whatever else the machine does meets all alike. */
export const bench: Bench<PostgresResult> = {
  name: "postgres",
  summary:
    "store, snapshot, search and indexing on SQLite, PostgreSQL and, where one is named, Citus; one process and two; with --corpus neighbours among vectors of its texts",
  print: report,
  async run({ corpus, noModel, progress }) {
    const entities = Number(process.env.POSTGRES_BENCH_ENTITIES ?? ENTITIES);
    if (!Number.isInteger(entities) || entities < 100) throw new UsageError("POSTGRES_BENCH_ENTITIES is at least 100");
    const startedMs = performance.now();
    const loadBefore = loadavg()[0] ?? 0;
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    const places = await openPlaces(folder, noModel);
    try {
      const engines = await measureEngines(places.all, entities, noModel, progress);
      const index = await measureIndex(places.all, entities, folder, progress);
      progress("neighbours");
      const sets = [madeVectors(entities), ...(corpus === undefined ? [] : [await realVectors(corpus, progress)])];
      const neighbours: Neighbours[] = [];
      for (const place of places.all.filter(({ url }) => url !== undefined))
        for (const set of sets) neighbours.push(await measureNeighbours(place, set, folder));
      progress("one process and two");
      const twoProcesses = await measureTwoProcesses(
        places.all.filter(({ url }) => url !== undefined),
        folder,
      );
      return {
        node: process.version,
        cpus: availableParallelism(),
        loadBefore,
        seconds: (performance.now() - startedMs) / 1000,
        entities,
        engines,
        index,
        neighbours,
        twoProcesses,
      };
    } finally {
      await places.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
