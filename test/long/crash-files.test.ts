import { loadavg } from "node:os";
import { describe, expect, test } from "vitest";
import { WRITE_POINTS } from "../../src/kernel/write-points.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES } from "../kit/kernel.ts";
import { runFileKills } from "../reliability/file-kills.ts";
import { blobsAndPages, instructionFiles } from "../reliability/file-writers.ts";
import { createSeededRandom } from "../reliability/seeded-random.ts";

describe.each(ENGINES)("on %s", (engine) => {
  // With ten points, a hundred kills of the one and fifty of the other.
  test.each([
    ["blobs and shared pages", blobsAndPages, 10],
    ["instruction files", instructionFiles, 5],
  ])(
    "%s: killed again and again at every point, files and log agree after each next start",
    async (what, writer, rounds) => {
      const kills = WRITE_POINTS.length * rounds;
      const report = await runFileKills(
        writer,
        engine,
        temporaryFolder(),
        WRITE_POINTS,
        rounds,
        createSeededRandom(22),
      );

      process.stderr.write(
        `${what} on ${engine}: ${report.agreed} of ${kills} agreed, fired ${JSON.stringify(report.fired)}, ` +
          `${report.acks} acks, load ${loadavg()[0]?.toFixed(1)}\n`,
      );
      expect(report.disagreements).toEqual([]);
      expect(report).toMatchObject({ kills, agreed: kills });
      expect(report.fired).toEqual(Object.fromEntries(WRITE_POINTS.map((point) => [point, rounds])));
    },
  );
});
