import { UsageError } from "../src/apps/usage-error.ts";
import { EVIDENCE_LEAST, estimateEvidence } from "../src/kernel/search/rank/evidence.ts";
import type { Model } from "../src/kernel/search/rank/weights.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";
import { openModel } from "./recall/open-model.ts";
import { type Case, measureCases, readSpaces } from "./refusal/cases.ts";
import { BORDER, FALSE_REFUSALS, learnEvidence, sumOf } from "./refusal/learn-evidence.ts";

/** What is told to the questions of one corpus, in per cent. */
interface RefusalRow {
  readonly corpus: string;
  readonly mode: Model;
  readonly answerable: number;
  readonly falselyRefused: number;
  readonly unanswerable: number;
  readonly refused: number;
  /** The same where the border is drawn at 5 % of this corpus's own answerable questions. */
  readonly refusedAtFive: number;
  readonly foreignRefused: number;
  readonly gibberishRefused: number;
}

interface RefusalResult {
  /** By weights that took no part in what they are asked about. */
  readonly leftOut: readonly RefusalRow[];
  /** By the weights of the product. */
  readonly shipped: readonly RefusalRow[];
  readonly targets: readonly Target[];
}

const FOLDS = 5;

/** Whether "no evidence" can be believed. */
export const bench: Bench<RefusalResult> = {
  name: "refusal",
  summary: "unanswerable questions told so, at 5 % of the others refused; needs --corpus with notes/ too",
  async run({ corpus, progress, noModel }) {
    if (corpus === undefined)
      throw new UsageError("refusal needs --corpus, a folder with locomo/, beam/, ir/ and notes/");
    const spaces = readSpaces(corpus);
    const embedder = noModel ? undefined : await openModel();
    if (embedder !== undefined && "absent" in embedder) throw new UsageError(embedder.absent);
    const measured: [Model, Case[]][] = [["text", await measureCases(spaces, undefined, progress)]];
    if (embedder !== undefined) measured.unshift(["hybrid", await measureCases(spaces, embedder, progress)]);
    await embedder?.close();
    const leftOut = measured.flatMap(([mode, cases]) => rowsOf(mode, cases, leaveOut(cases)));
    const shipped = measured.flatMap(([mode, cases]) =>
      rowsOf(mode, cases, (each) => estimateEvidence(each.signals, each.space.kind, mode) - EVIDENCE_LEAST),
    );
    return { leftOut, shipped, targets: judge(shipped, leftOut) };
  },
  print: ({ leftOut, shipped, targets }) => [
    ...tableOf("weights of the product, in %", shipped),
    "",
    ...tableOf("what is asked about left out of training, in %", leftOut),
    "",
    ...targets.map(({ target, measured, met }) => `${met ? "PASS" : "MISS"}  ${target}: ${measured}`),
  ],
};

/** Each chat by weights of the other chats; passages by those of the other questions, a fifth at a time. */
function leaveOut(cases: readonly Case[]): (each: Case) => number {
  const foldOf = (each: Case, index: number) =>
    each.space.kind === "turn" ? each.space.name : `passages ${index % FOLDS}`;
  const folds = cases.map(foldOf);
  const learned = new Map(
    [...new Set(folds)].map((fold) => {
      const kind = cases[folds.indexOf(fold)]?.space.kind;
      const others = cases.filter((each, index) => each.space.kind === kind && folds[index] !== fold);
      return [fold, learnEvidence(others, BORDER[kind ?? "turn"])] as const;
    }),
  );
  const places = new Map(cases.map((each, index) => [each, index]));
  return (each) => {
    const weights = learned.get(folds[places.get(each) ?? 0] ?? "");
    return weights === undefined ? 0 : sumOf(each.signals, weights);
  };
}

function rowsOf(mode: Model, cases: readonly Case[], evidence: (each: Case) => number): RefusalRow[] {
  const byCorpus = Map.groupBy(cases, ({ space }) => space.corpus);
  const rows = [...byCorpus, ["all", [...cases]] as const];
  return rows.map(([corpus, some]) => {
    const of = (asks: Case["asks"]) => some.filter((each) => each.asks === asks);
    const refused = (asks: Case["asks"]) =>
      (100 * of(asks).filter((each) => evidence(each) < 0).length) / of(asks).length;
    const sums = of("answerable").map(evidence);
    const border = sums.sort((a, b) => a - b)[Math.floor(FALSE_REFUSALS * sums.length)] ?? Number.NaN;
    const below = of("unanswerable").filter((each) => evidence(each) < border);
    return {
      corpus,
      mode,
      answerable: of("answerable").length,
      falselyRefused: refused("answerable"),
      unanswerable: of("unanswerable").length,
      refused: refused("unanswerable"),
      refusedAtFive: (100 * below.length) / of("unanswerable").length,
      foreignRefused: refused("foreign"),
      gibberishRefused: refused("gibberish"),
    };
  });
}

function tableOf(title: string, rows: readonly RefusalRow[]): string[] {
  const number = (value: number) => (Number.isNaN(value) ? "" : value.toFixed(1));
  return table(
    [title, "answerable", "refused", "unanswerable", "refused", "at 5 %", "of elsewhere", "gibberish"],
    rows.map((row) => [
      `${row.corpus}, ${row.mode === "hybrid" ? "with the model" : "by words"}`,
      String(row.answerable),
      number(row.falselyRefused),
      String(row.unanswerable),
      number(row.refused),
      number(row.refusedAtFive),
      number(row.foreignRefused),
      number(row.gibberishRefused),
    ]),
  );
}

function judge(shipped: readonly RefusalRow[], leftOut: readonly RefusalRow[]): Target[] {
  const gibberish = Math.min(...shipped.map(({ gibberishRefused }) => gibberishRefused));
  const told = leftOut.filter(({ unanswerable }) => unanswerable > 0);
  return [
    ...told.map(({ corpus, mode, refusedAtFive }) => ({
      target: `${corpus}, ${mode}: at least 60 % told where 5 % are refused`,
      measured: `${refusedAtFive.toFixed(1)} %`,
      met: refusedAtFive >= 60,
    })),
    { target: "gibberish is always refused", measured: `${gibberish.toFixed(1)} %`, met: gibberish === 100 },
  ];
}
