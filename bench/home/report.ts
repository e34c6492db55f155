import { table } from "../kit/table.ts";
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

export function speedLines({ sizes, remember, store_structured, ratio }: HomeSpeed): string[] {
  return [
    ...table(
      ["memories", "recall p50 ms", "p95", "brief p50 ms", "p95"],
      sizes.map(({ memories, recall, brief }) => [
        String(memories),
        ms(recall.p50),
        ms(recall.p95),
        ms(brief.p50),
        ms(brief.p95),
      ]),
    ),
    "",
    `remember one sentence: ${ms(remember.p50)} ms; store_structured: ${ms(store_structured.p50)} ms; ${ratio.toFixed(2)} times`,
  ];
}
