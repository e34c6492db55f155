import type { Bench } from "./kit/bench.ts";
import { table } from "./kit/table.ts";
import { createRandom } from "./search/corpus.ts";

const RUNS = 200;
const WORKERS = [2, 8];
const TENANTS = [8, 100, 10_000, 100_000];
const SHARDS = [32, 128];
/** So many of the largest get a server's part of their own in the last column. */
const ISOLATED_SHARE = 0.001;
/** How unlike the sizes of tenants are: the largest of 100 000 has some 5 000 times the middle one's. */
const SIGMA = 2;

interface Row {
  readonly workers: number;
  readonly tenants: number;
  readonly shards: number;
  /** What the fullest worker has, in parts of what it would have if all had the same: the middle and the worst of the runs. */
  readonly byHash: Skew;
  /** After shards were moved from the fullest to the emptiest, as the rebalancer does by size. */
  readonly rebalanced: Skew;
  /** The same, with the largest tenants in shards of their own. */
  readonly isolated: Skew;
}

interface Skew {
  readonly p50: number;
  readonly p95: number;
}

interface PlacementResult {
  readonly rows: readonly Row[];
}

/** How evenly a hash lays tenants of unlike sizes on workers, and what moving and isolating them does about it. */
export const bench: Bench<PlacementResult> = {
  name: "placement",
  summary: "a simulation: how unevenly tenants land on the workers of a cluster, and what helps",
  async run({ progress }) {
    const rows: Row[] = [];
    for (const workers of WORKERS) {
      for (const tenants of TENANTS) {
        progress(`${tenants} tenants on ${workers} workers`);
        for (const shards of SHARDS) rows.push(simulate(workers, tenants, shards));
      }
    }
    return { rows };
  },
  print: ({ rows }) =>
    table(
      ["workers", "tenants", "shards", "by hash p50", "p95", "rebalanced p50", "p95", "and isolated p50", "p95"],
      rows.map(({ workers, tenants, shards, byHash, rebalanced, isolated }) => [
        String(workers),
        String(tenants),
        String(shards),
        ...[byHash, rebalanced, isolated].flatMap(({ p50, p95 }) => [p50.toFixed(2), p95.toFixed(2)]),
      ]),
    ),
};

function simulate(workers: number, tenants: number, shards: number): Row {
  const random = createRandom(workers * 31 + tenants * 7 + shards);
  const runs = Math.max(10, Math.min(RUNS, Math.floor(2_000_000 / tenants)));
  const found = { byHash: [] as number[], rebalanced: [] as number[], isolated: [] as number[] };
  for (let run = 0; run < runs; run++) {
    const sizes = Array.from({ length: tenants }, () => Math.exp(SIGMA * normal(random))).sort((a, b) => b - a);
    const hashed = sizes.map(() => Math.floor(random() * shards));
    const load = new Array<number>(shards).fill(0);
    for (const [tenant, shard] of hashed.entries()) load[shard] = (load[shard] ?? 0) + (sizes[tenant] ?? 0);
    // Shards are dealt out in turn.
    const dealt = new Array<number>(workers).fill(0);
    for (const [shard, size] of load.entries()) dealt[shard % workers] = (dealt[shard % workers] ?? 0) + size;
    found.byHash.push(skewOf(dealt));
    found.rebalanced.push(skewOf(packed(load, workers)));
    const alone = Math.max(1, Math.round(tenants * ISOLATED_SHARE));
    const rest = [...load];
    for (let tenant = 0; tenant < alone; tenant++)
      rest[hashed[tenant] ?? 0] = (rest[hashed[tenant] ?? 0] ?? 0) - (sizes[tenant] ?? 0);
    found.isolated.push(skewOf(packed([...rest, ...sizes.slice(0, alone)], workers)));
  }
  return {
    workers,
    tenants,
    shards,
    byHash: quantiles(found.byHash),
    rebalanced: quantiles(found.rebalanced),
    isolated: quantiles(found.isolated),
  };
}

/** The largest first, each to whoever has least. */
function packed(parts: readonly number[], workers: number): number[] {
  const load = new Array<number>(workers).fill(0);
  for (const part of [...parts].sort((a, b) => b - a)) {
    const least = load.indexOf(Math.min(...load));
    load[least] = (load[least] ?? 0) + part;
  }
  return load;
}

function skewOf(load: readonly number[]): number {
  const all = load.reduce((sum, one) => sum + one, 0);
  return Math.max(...load) / (all / load.length);
}

/** Of the bell curve, from two even numbers. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function quantiles(values: readonly number[]): Skew {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
