import { table } from "../kit/table.ts";
import type { Answer } from "./evaluate.ts";
import { auroc, mean, ndcgAt, recallAt } from "./measures.ts";
import type { StudyRow } from "./study.ts";
import type { ThroughRow } from "./through/through.ts";

/** The figures that the design promises, in per cent. */
export interface RecallFigures {
  locomo?: {
    turn_recall_at_5: number;
    turn_recall_at_10: number;
    questions: number;
    by_category: Record<string, number>;
  };
  beam?: { recall_at_10: number; questions: number };
  ir?: Record<string, { ndcg_at_10: number; recall_at_10: number }>;
}

/** Recall where a share of the vectors is missing, in per cent. */
export interface MissingRow {
  readonly share: number;
  readonly locomoAt10: number;
  readonly beamAt10: number;
  readonly irNdcgAt10: number;
}

/** As JSON it is the figures alone; the rest is for the table. */
export interface RecallResult {
  readonly mode: "hybrid" | "text";
  readonly answers: readonly Answer[];
  readonly missing: readonly MissingRow[];
  readonly study: readonly StudyRow[];
  /** By the tools of a world; then nothing else was measured. */
  readonly through: readonly ThroughRow[];
  toJSON(): RecallFigures & { readonly missing?: readonly MissingRow[]; readonly through?: readonly ThroughRow[] };
}

const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  "1": "multi-hop",
  "2": "temporal",
  "3": "open-domain",
  "4": "single-hop",
  "5": "adversarial",
};

export function figuresOf(answers: readonly Answer[]): RecallFigures {
  const judged = answers.filter(({ question }) => question.evidence.size > 0);
  const of = (corpus: string) => judged.filter(({ space }) => space.corpus === corpus);
  const [locomo, beam, ir] = [of("locomo"), of("beam"), of("ir")];
  return {
    ...(locomo.length > 0 && {
      locomo: {
        turn_recall_at_5: recall(locomo, 5),
        turn_recall_at_10: recall(locomo, 10),
        questions: locomo.length,
        by_category: byKey(
          locomo,
          ({ question }) => question.category,
          (some) => recall(some, 10),
        ),
      },
    }),
    ...(beam.length > 0 && { beam: { recall_at_10: recall(beam, 10), questions: beam.length } }),
    ...(ir.length > 0 && {
      ir: byKey(
        ir,
        ({ space }) => space.name,
        (some) => ({
          ndcg_at_10: percent(some.map(({ best, question }) => ndcgAt(10, best, question.evidence))),
          recall_at_10: recall(some, 10),
        }),
      ),
    }),
  };
}

/** One figure for each corpus. */
export function headline(answers: readonly Answer[]): Omit<MissingRow, "share"> {
  const of = (corpus: string) =>
    answers.filter(({ space, question }) => space.corpus === corpus && question.evidence.size > 0);
  return {
    locomoAt10: recall(of("locomo"), 10),
    beamAt10: recall(of("beam"), 10),
    irNdcgAt10: percent(of("ir").map(({ best, question }) => ndcgAt(10, best, question.evidence))),
  };
}

export function report({ mode, answers, missing, study, through }: RecallResult): string[] {
  if (through.length > 0) return throughTable(through);
  const judged = answers.filter(({ question }) => question.evidence.size > 0);
  const rows = [
    ...Object.entries(byKey(judged, corpusOf, (some) => some)).map(([name, some]) => row(name, some)),
    ...Object.entries(byKey(judged, categoryOf, (some) => some)).map(([name, some]) => row(`  ${name}`, some)),
  ];
  return [
    mode === "hybrid" ? "With the bundled model." : "By text alone, no model.",
    "",
    ...table(
      ["recall in %", "questions", "@5", "@10", "nDCG@10"],
      rows.sort(([a = ""], [b = ""]) => order(a, b)),
    ),
    "",
    ...table(
      ["refusing: AUROC of the evidence", "answerable", "not", "AUROC"],
      Object.entries(byKey(answers, ({ space }) => space.corpus, refusal)).flatMap(([name, cells]) =>
        cells === undefined ? [] : [[name, ...cells]],
      ),
    ),
    "",
    ...table(
      ["CPU ms a query, its vector and prepared documents given", "documents", "mean", "95 %"],
      Object.entries(byKey(answers, ({ space }) => space.name, costs)).map(([name, cells]) => [name, ...cells]),
    ),
    ...(missing.length === 0 ? [] : ["", ...missingTable(missing)]),
    ...(study.length === 0 ? [] : ["", ...studyTable(study)]),
  ];
}

function missingTable(missing: readonly MissingRow[]): string[] {
  const number = (value: number) => (Number.isNaN(value) ? "" : value.toFixed(1));
  return table(
    ["vectors missing, in %", "LoCoMo @10", "BEAM @10", "documents nDCG@10"],
    missing.map(({ share, locomoAt10, beamAt10, irNdcgAt10 }) => [
      String(100 * share),
      number(locomoAt10),
      number(beamAt10),
      number(irNdcgAt10),
    ]),
  );
}

function throughTable(through: readonly ThroughRow[]): string[] {
  return table(
    ["recall@10 in %", "turns", "questions", `through ${through[0]?.through}`, "the function", "difference"],
    through.map(({ space, turns, questions, throughAt10, functionAt10 }) => [
      space,
      String(turns),
      String(questions),
      ...[throughAt10, functionAt10, throughAt10 - functionAt10].map((value) => value.toFixed(1)),
    ]),
  );
}

function studyTable(study: readonly StudyRow[]): string[] {
  return table(
    ["recall@10 in chats left out of training", "LoCoMo", "multi-hop", "BEAM"],
    study.map(({ name, locomoAt10, multiHopAt10, beamAt10 }) => [
      name,
      ...[locomoAt10, multiHopAt10, beamAt10].map((value) => (Number.isNaN(value) ? "" : value.toFixed(1))),
    ]),
  );
}

function row(name: string, some: readonly Answer[]): string[] {
  const ndcg = percent(some.map(({ best, question }) => ndcgAt(10, best, question.evidence)));
  return [name, String(some.length), recall(some, 5).toFixed(1), recall(some, 10).toFixed(1), ndcg.toFixed(1)];
}

function refusal(some: readonly Answer[]): string[] | undefined {
  const yes = some.filter(({ question }) => !question.isUnanswerable).map(({ evidence }) => evidence);
  const no = some.filter(({ question }) => question.isUnanswerable).map(({ evidence }) => evidence);
  return no.length === 0 ? undefined : [String(yes.length), String(no.length), auroc(yes, no).toFixed(3)];
}

function costs(some: readonly Answer[]): string[] {
  const sorted = some.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b);
  const slow = sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0;
  return [String(some[0]?.space.documents.length ?? 0), mean(sorted).toFixed(1), slow.toFixed(1)];
}

function corpusOf({ space }: Answer): string {
  return space.corpus === "ir" ? `ir ${space.name}` : space.corpus;
}

function categoryOf(answer: Answer): string {
  const { category } = answer.question;
  return `${corpusOf(answer)} ${CATEGORY_NAMES[category] ?? category}`;
}

/** Each corpus, then its categories. */
function order(a: string, b: string): number {
  const [left, right] = [a.trim(), b.trim()];
  return left < right ? -1 : left > right ? 1 : 0;
}

function byKey<Value>(
  answers: readonly Answer[],
  key: (answer: Answer) => string,
  value: (some: readonly Answer[]) => Value,
): Record<string, Value> {
  const groups = Map.groupBy(answers, key);
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, some]) => [name, value(some)]),
  );
}

function recall(some: readonly Answer[], limit: number): number {
  return percent(some.map(({ best, question }) => recallAt(limit, best, question.evidence)));
}

function percent(shares: readonly number[]): number {
  return Number((100 * mean(shares)).toFixed(2));
}
