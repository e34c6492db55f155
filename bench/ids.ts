import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../src/apps/usage-error.ts";
import { parseIfcLines } from "../src/kernel/parsers/ifc/ifc-lines.ts";
import { ifcSchemas } from "../src/worlds/building/files/ifc-schemas.ts";
import { checkIds } from "../src/worlds/building/model/ids/check-ids.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";

const SHARE_MIN = 0.95;

interface Case {
  readonly case: string;
  readonly facet: string;
  readonly expected: string;
}

interface IdsBenchResult {
  readonly cases: number;
  readonly right: number;
  readonly byFacet: Readonly<Record<string, { readonly cases: number; readonly right: number }>>;
  readonly wrong: readonly { readonly case: string; readonly expected: string; readonly answered: string }[];
  readonly targets: readonly Target[];
}

/** How many cases of a collection of IDS files are answered as they demand. */
export const bench: Bench<IdsBenchResult> = {
  name: "ids",
  summary: "IDS cases of --corpus: a folder with index.json and pairs of .ids and .ifc",
  async run({ corpus, progress }) {
    if (corpus === undefined) throw new UsageError("the bench ids needs --corpus DIR");
    const cases = JSON.parse(readFileSync(join(corpus, "index.json"), "utf8")) as Case[];
    progress(`${cases.length} cases`);
    const answered = await Promise.all(cases.map(async (one) => ({ ...one, answered: await answerOf(corpus, one) })));
    const isRight = (one: (typeof answered)[number]) => one.answered === one.expected;
    const right = answered.filter(isRight).length;
    const byFacet = Object.fromEntries(
      [...Map.groupBy(answered, ({ facet }) => facet)].map(([facet, own]) => [
        facet,
        { cases: own.length, right: own.filter(isRight).length },
      ]),
    );
    const share = right / cases.length;
    const target = {
      target: `at least ${100 * SHARE_MIN} % of the cases answered as they demand`,
      measured: `${right} of ${cases.length} (${(100 * share).toFixed(1)} %)`,
      met: share >= SHARE_MIN,
    };
    const wrong = answered.filter((one) => !isRight(one)).map(({ facet: _facet, ...one }) => one);
    return { cases: cases.length, right, byFacet, wrong, targets: [target] };
  },
  print: ({ byFacet, wrong, targets }) => [
    ...table(
      ["facet", "cases", "right"],
      Object.entries(byFacet).map(([facet, { cases, right }]) => [facet, String(cases), String(right)]),
    ),
    "",
    ...wrong.map(({ case: name, expected, answered }) => `${name}: ${answered}, should be ${expected}`),
    ...targets.map(({ target, measured, met }) => `${met ? "met    " : "NOT MET"}  ${target}: ${measured}`),
  ],
};

async function answerOf(corpus: string, { case: name }: Case): Promise<string> {
  const lines = await parseIfcLines(readFileSync(join(corpus, `${name}.ifc`)));
  return checkIds(readFileSync(join(corpus, `${name}.ids`), "utf8"), lines, ifcSchemas()).status;
}
