import { join } from "node:path";
import { unpack } from "../../src/worlds/graph/model/spaces/pack.ts";
import { showFingerprint } from "../../src/worlds/graph/model/spaces/show-fingerprint.ts";
import { type Cost, createMeter } from "../truth/quantiles.ts";
import { madeFingerprint, madeText, serveMadeVectors } from "./made-texts.ts";
import { openGraph } from "./open-graph.ts";
import { syntheticGraph } from "./synthetic.ts";

/** What calls cost at one size, the model left out. */
export interface ScaleResult {
  readonly memories: number;
  readonly fillMsEach: number;
  readonly search: Cost;
  /** Of two stored memories, and of two fingerprints that are given whole. */
  readonly deltaStored: Cost;
  readonly deltaGiven: Cost;
}

const AT_ONCE = 200;
const CALLS = 60;
/** The first few pay for compiling. */
const WARMING = 10;

/** Grows one graph and measures it at each size, once the index has all its vectors. */
export async function measureScale(
  folder: string,
  sizes: readonly number[],
  progress: (line: string) => void,
): Promise<ScaleResult[]> {
  const vectors = await serveMadeVectors();
  const product = openGraph(join(folder, "graph"), syntheticGraph, vectors.embedder);
  const results: ScaleResult[] = [];
  const ids: string[] = [];
  const given = Array.from({ length: WARMING + CALLS }, (_, at) => ({
    old_fingerprint: shownFingerprint(20_000_000 + at),
    new_fingerprint: shownFingerprint(30_000_000 + at),
  }));
  const measure = async (call: (at: number) => Promise<unknown>): Promise<Cost> => {
    const meter = createMeter(cpuMs);
    for (let at = 0; at < WARMING; at++) await call(at);
    for (let at = WARMING; at < WARMING + CALLS; at++) await meter.time(() => call(at));
    return meter.cost();
  };
  try {
    for (const size of sizes) {
      const [startedMs, before] = [cpuMs(), ids.length];
      while (ids.length < size) {
        const count = Math.min(AT_ONCE, size - ids.length);
        ids.push(...(await product.ask("fill", { from: ids.length, count })).ids);
        if (ids.length % 10_000 === 0) progress(`${ids.length} memories`);
      }
      await product.vectorsMade();
      progress(`${size} memories and their vectors`);
      const fillMsEach = (cpuMs() - startedMs) / Math.max(1, size - before);
      const stored = (at: number) => ids[(at * 7919) % ids.length];
      results.push({
        memories: size,
        fillMsEach,
        search: await measure((at) => product.ask("probe_retrieval", { seed: 10_000_000 + at })),
        deltaStored: await measure((at) =>
          product.ask("compute_delta_sc", { old_fingerprint: stored(at), new_fingerprint: stored(at + 1) }),
        ),
        deltaGiven: await measure((at) => product.ask("compute_delta_sc", given[at] ?? {})),
      });
    }
    return results;
  } finally {
    await product.close();
    await vectors.close();
  }
}

/** As a caller gives it: 13 fields of plain numbers. */
function shownFingerprint(seed: number) {
  return showFingerprint(unpack(madeFingerprint(madeText(seed), ""), { createdAt: 0, position: 0, now: 0 }));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
