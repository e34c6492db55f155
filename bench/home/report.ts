import { table } from "../kit/table.ts";
import type { Cost } from "../truth/quantiles.ts";
import type { HomeRecall } from "./recall.ts";
import type { HomeSpeed } from "./speed.ts";

const share = (value: number) => (100 * value).toFixed(1);
const ms = (value: number) => value.toFixed(1);

export function recallLines(found: readonly HomeRecall[]): string[] {
  return table(
    [
      "conversation",
      "turns",
      "R@10",
      "ranking alone",
      "tokens",
      "not verbatim",
      "AUROC",
      "alone",
      "declined rightly",
      "wrongly",
    ],
    found.map((one) => [
      one.conversation,
      String(one.turns),
      share(one.recall_at_10),
      share(one.ranking_at_10),
      one.mean_answer_tokens.toFixed(0),
      `${one.quotes_not_verbatim}/${one.quotes}`,
      one.confidence_auroc.toFixed(3),
      one.ranking_auroc.toFixed(3),
      share(one.declined_unanswerable),
      share(one.declined_answerable),
    ]),
  );
}

export function speedLines({ sizes, remember, store_structured }: HomeSpeed): string[] {
  const pair = ({ wall: { p50, p95 } }: Cost) => `${ms(p50)}/${ms(p95)}`;
  const work = ({ cpu: { p50, p95 } }: Cost) => `${ms(p50)}/${ms(p95)}`;
  const [small, large] = [sizes.at(-2), sizes.at(-1)];
  const growth = (of: (size: HomeSpeed["sizes"][number]) => number) =>
    small === undefined || large === undefined ? "" : `${(of(large) / of(small)).toFixed(2)} times`;
  return [
    ...table(
      ["memories", "recall ms p50/p95", "CPU ms", "brief ms p50/p95", "CPU ms"],
      sizes.map(({ memories, recall, brief }) => [
        String(memories),
        pair(recall),
        work(recall),
        pair(brief),
        work(brief),
      ]),
    ),
    "",
    `p95 over the last tenfold: recall ${growth(({ recall }) => recall.wall.p95)}, of CPU ${growth(({ recall }) => recall.cpu.p95)}; ` +
      `brief ${growth(({ brief }) => brief.wall.p95)}, of CPU ${growth(({ brief }) => brief.cpu.p95)}`,
    `remember one sentence: ${pair(remember)} ms; store_structured: ${pair(store_structured)} ms; at the median ` +
      `${(remember.wall.p50 / store_structured.wall.p50).toFixed(2)} times, of CPU ${(remember.cpu.p50 / store_structured.cpu.p50).toFixed(2)} times`,
  ];
}
