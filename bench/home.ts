import { type HomeRecall, measureHomeRecall } from "./home/recall.ts";
import { recallLines, speedLines } from "./home/report.ts";
import { type HomeSpeed, measureHomeSpeed } from "./home/speed.ts";
import type { Bench } from "./kit/bench.ts";

interface HomeResult {
  readonly recall?: readonly HomeRecall[];
  readonly speed?: HomeSpeed;
}

/** What the door costs, and whether it finds what the ranking finds. */
export const bench: Bench<HomeResult> = {
  name: "home",
  summary: "recall and brief as memories grow; with --corpus, conversations remembered and asked through home",
  async run({ corpus, progress }) {
    if (corpus !== undefined) return { recall: await measureHomeRecall(corpus, progress) };
    return { speed: await measureHomeSpeed(progress) };
  },
  print: ({ recall, speed }) => [
    ...(recall === undefined ? [] : recallLines(recall)),
    ...(speed === undefined ? [] : speedLines(speed)),
  ],
};
