import type { ClashOutcome, ClashRequest } from "../../src/worlds/building/model/clash/clash.ts";
import { detectClashes } from "../../src/worlds/building/model/clash/detect.ts";
import { type Engine, makeSolid } from "../../src/worlds/building/model/solids/evaluate.ts";
import { cpuMs } from "../building/cpu.ts";

export interface OurResult {
  readonly elements: number;
  readonly ms: number;
  readonly boxTests: number;
  readonly pairTests: number;
  readonly clashes: number;
  /** Of all clashes together, in m³. */
  readonly volume: number;
}

export function measureOurs(engine: Engine, request: ClashRequest): OurResult {
  const { ms, value } = cpuMs<ClashOutcome>(() => detectClashes(engine, request), 1);
  return {
    elements: request.bodies.length,
    ms,
    boxTests: value.boxTests,
    pairTests: value.pairTests,
    clashes: value.clashes.length,
    volume: value.clashes.reduce((sum, { overlap_volume }) => sum + (overlap_volume ?? 0), 0) / 1e9,
  };
}

export interface NaiveResult {
  readonly elements: number;
  readonly ms: number;
  readonly pairTests: number;
  readonly clashes: number;
  readonly volume: number;
}

/** Every solid against every other one, with the same engine and nothing before it. */
export function measureNaive(engine: Engine, { bodies }: ClashRequest): NaiveResult {
  const { ms, value } = cpuMs(() => {
    const held: { delete(): void }[] = [];
    const solids = bodies.map(({ form }) => {
      if (!("solid" in form)) throw new Error("no solid");
      return makeSolid(engine, form.solid, new Map(), (thing) => {
        held.push(thing);
        return thing;
      });
    });
    let [pairTests, clashes, volume] = [0, 0, 0];
    solids.forEach((one, n) => {
      for (const other of solids.slice(n + 1)) {
        pairTests += 1;
        const common = one.intersect(other);
        const mm3 = Math.round(common.volume());
        common.delete();
        if (mm3 < 1) continue;
        clashes += 1;
        volume += mm3;
      }
    });
    for (const thing of held.reverse()) thing.delete();
    return { pairTests, clashes, volume: volume / 1e9 };
  }, 1);
  return { elements: bodies.length, ms, ...value };
}
