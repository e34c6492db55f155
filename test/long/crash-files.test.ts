import { loadavg } from "node:os";
import { describe, expect, test } from "vitest";
import { WRITE_POINTS } from "../../src/kernel/write-points.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES } from "../kit/kernel.ts";
import { runFileKills } from "../reliability/file-kills.ts";
import { createSeededRandom } from "../reliability/seeded-random.ts";

/** With ten points, a hundred kills an engine. */
const ROUNDS = 10;

describe.each(ENGINES)("on %s", (engine) => {
  test("of a hundred kills over all points of a write with files, after each the next start finds files and log in agreement", async () => {
    const report = await runFileKills(engine, temporaryFolder(), WRITE_POINTS, ROUNDS, createSeededRandom(22));

    process.stderr.write(
      `files on ${engine}: ${report.agreed} of ${report.kills} kills agreed, fired ${JSON.stringify(report.fired)}, ` +
        `${report.acks} acks, load ${loadavg()[0]?.toFixed(1)}\n`,
    );
    expect(report.disagreements).toEqual([]);
    expect(report).toMatchObject({ kills: WRITE_POINTS.length * ROUNDS, agreed: WRITE_POINTS.length * ROUNDS });
    expect(report.fired).toEqual(Object.fromEntries(WRITE_POINTS.map((point) => [point, ROUNDS])));
  });
});
