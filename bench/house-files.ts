import { loadavg } from "node:os";
import { FILE_BOMBS } from "./house/file-bombs.ts";
import { bombLines, bombTargets, type Exploded, measureBomb, targetLines } from "./house/measure-bomb.ts";
import type { Bench, Target } from "./kit/bench.ts";

interface FilesResult {
  readonly loadBefore: number;
  readonly bombs: readonly Exploded[];
  readonly targets: readonly Target[];
}

/** What everybody else notices of somebody who stores a large file. */
export const bench: Bench<FilesResult> = {
  name: "house-files",
  summary: "tables, mails, pages, calendars and JSON of 20 to 40 MB, beside readers and a health probe",
  async run({ progress }) {
    const loadBefore = loadavg()[0] ?? 0;
    const bombs: Exploded[] = [];
    for (const bomb of FILE_BOMBS) {
      progress(bomb.name);
      bombs.push(await measureBomb(bomb));
    }
    return { loadBefore, bombs, targets: bombs.flatMap(bombTargets) };
  },
  print({ loadBefore, bombs, targets }) {
    return [
      `load before: ${loadBefore.toFixed(1)}; milliseconds`,
      "",
      ...bombLines(bombs),
      "",
      ...targetLines(targets),
    ];
  },
};
