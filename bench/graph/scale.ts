import { join } from "node:path";
import { type Quantiles, quantilesOf } from "../truth/quantiles.ts";
import { openGraph } from "./open-graph.ts";
import { syntheticGraph } from "./synthetic.ts";

/** Milliseconds of processor time a call, the model left out. */
export interface ScaleResult {
  readonly memories: number;
  readonly store: Quantiles;
  readonly search: Quantiles;
  readonly delta: Quantiles;
}

const AT_ONCE = 200;
const CALLS = 60;

/** Grows one graph and measures it at each size. */
export async function measureScale(
  folder: string,
  sizes: readonly number[],
  progress: (line: string) => void,
): Promise<ScaleResult[]> {
  const product = openGraph(join(folder, "graph"), syntheticGraph, "none");
  const results: ScaleResult[] = [];
  try {
    let memories = 0;
    for (const size of sizes) {
      const stored: number[] = [];
      while (memories < size) {
        const count = Math.min(AT_ONCE, size - memories);
        stored.push((await cpuOf(() => product.ask("fill", { from: memories, count }))) / count);
        memories += count;
        if (memories % 10_000 === 0) progress(`${memories} memories`);
      }
      const measure = async (tool: string): Promise<Quantiles> => {
        const ms: number[] = [];
        for (let call = 0; call < CALLS + 10; call++) {
          const spent = await cpuOf(() => product.ask(tool, { seed: 10_000_000 + call }));
          // The first few pay for compiling.
          if (call >= 10) ms.push(spent);
        }
        return quantilesOf(ms);
      };
      const [search, delta] = [await measure("probe_retrieval"), await measure("probe_delta")];
      results.push({ memories: size, store: quantilesOf(stored), search, delta });
    }
    return results;
  } finally {
    await product.close();
  }
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
