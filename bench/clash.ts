import { loadEngine } from "../src/worlds/building/model/solids/evaluate.ts";
import { measureNaive, measureOurs, type NaiveResult, type OurResult } from "./clash/ours.ts";
import { sceneOf, withoutPrisms } from "./clash/scene.ts";
import { measureThree, type ThreeResult } from "./clash/three.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";

const [SMALL, LARGE] = [1000, 10_000];
const FEWER_MIN = 20;

interface ClashResult {
  readonly small: OurResult;
  readonly large: OurResult;
  /** The large building where nothing can be told without the engine. */
  readonly byEngine: OurResult;
  readonly naive: NaiveResult;
  /** On the large building. */
  readonly three: ThreeResult;
  readonly targets: readonly Target[];
}

/** How many pairs a search for clashes compares and how long it takes, in time of the processor. */
export const bench: Bench<ClashResult> = {
  name: "clash",
  summary: "clashes with volumes among 10 000 elements, against all pairs at 1 000 and against three-mesh-bvh",
  async run({ progress }) {
    const engine = await loadEngine();
    progress(`${SMALL} elements`);
    const small = measureOurs(engine, sceneOf(SMALL));
    progress(`${SMALL} elements, every pair`);
    const naive = measureNaive(engine, sceneOf(SMALL));
    progress(`${LARGE} elements`);
    const large = measureOurs(engine, sceneOf(LARGE));
    progress(`${LARGE} elements, all by the engine`);
    const byEngine = measureOurs(engine, withoutPrisms(sceneOf(LARGE)));
    progress(`${LARGE} elements with three-mesh-bvh`);
    const three = measureThree(engine, sceneOf(LARGE));
    return { small, large, byEngine, naive, three, targets: targetsOf({ small, large, byEngine, naive, three }) };
  },
  print: ({ small, large, byEngine, naive, three, targets }) => [
    ...table(
      ["what", "elements", "boxes compared", "bodies compared", "clashes", "m³ in common", "ms"],
      [
        ...[small, large, byEngine].map((one) => [
          one === byEngine ? "ours, all by the engine" : "ours",
          String(one.elements),
          String(one.boxTests),
          String(one.pairTests),
          String(one.clashes),
          one.volume.toFixed(6),
          one.ms.toFixed(0),
        ]),
        [
          "every pair",
          String(naive.elements),
          "0",
          String(naive.pairTests),
          String(naive.clashes),
          naive.volume.toFixed(6),
          naive.ms.toFixed(0),
        ],
        [
          "three-mesh-bvh",
          String(large.elements),
          String(large.boxTests),
          String(three.pairs),
          `${three.meeting} meet or touch`,
          "-",
          `${three.buildMs.toFixed(0)} to build, ${three.narrowMs.toFixed(0)} to compare`,
        ],
      ],
    ),
    "",
    ...targets.map(({ target, measured, met }) => `${met ? "met    " : "NOT MET"}  ${target}: ${measured}`),
  ],
};

function targetsOf({ small, large, byEngine, naive, three }: Omit<ClashResult, "targets">): Target[] {
  const fewer = naive.pairTests / small.pairTests;
  const isSame = (one: OurResult, other: OurResult | NaiveResult) =>
    one.clashes === other.clashes && Math.abs(one.volume - other.volume) < 1e-6;
  const apart = (one: OurResult, other: OurResult | NaiveResult) =>
    `${one.clashes} of ${other.clashes} clashes, ${(one.volume - other.volume).toExponential(1)} m³ apart`;
  const theirs = three.buildMs + three.narrowMs;
  return [
    {
      target: `at least ${FEWER_MIN}× fewer pairs of bodies compared than with every pair, at ${SMALL} elements`,
      measured: `${fewer.toFixed(0)}× (boxes included ${(naive.pairTests / small.boxTests).toFixed(1)}×)`,
      met: fewer >= FEWER_MIN,
    },
    {
      target: "the same clashes and volumes as with every pair",
      measured: apart(small, naive),
      met: isSame(small, naive),
    },
    {
      target: `the same clashes and volumes as by the engine alone, at ${LARGE} elements`,
      measured: apart(large, byEngine),
      met: isSame(large, byEngine),
    },
    {
      target: `no slower than three-mesh-bvh at ${LARGE} elements, which tells no volumes`,
      measured: `${(theirs / large.ms).toFixed(1)}× as fast (${(theirs / byEngine.ms).toFixed(1)}× by the engine alone)`,
      met: large.ms <= theirs,
    },
  ];
}
