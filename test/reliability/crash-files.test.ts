import { describe, expect, test } from "vitest";
import { WRITE_POINTS } from "../../src/kernel/write-points.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES } from "../kit/kernel.ts";
import { sampled } from "../kit/thorough.ts";
import { runFileKills } from "./file-kills.ts";
import { blobsAndPages, instructionFiles } from "./file-writers.ts";
import { createSeededRandom } from "./seeded-random.ts";

/** The points that decide: nothing yet, said in the transaction, committed, half in place. */
const DECISIVE = ["file-written", "file-journaled", "after-commit", "file-renamed"] as const;

describe.each(ENGINES)("on %s", (engine) => {
  test.each([
    ["blobs and shared pages", blobsAndPages, WRITE_POINTS],
    ["instruction files", instructionFiles, DECISIVE],
  ])(
    "%s: killed at every point, files and log agree after the next start",
    async (_what, writer, all) => {
      const points = engine === "postgres" ? sampled(all, 2) : all;
      const report = await runFileKills(writer, engine, temporaryFolder(), points, 1, createSeededRandom(21));

      expect(report.disagreements).toEqual([]);
      expect(report).toMatchObject({ kills: points.length, agreed: points.length });
      expect(report.fired).toEqual(Object.fromEntries(points.map((point) => [point, 1])));
    },
    300_000,
  );
});
