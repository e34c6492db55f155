import { describe, expect, test } from "vitest";
import { WRITE_POINTS } from "../../src/kernel/write-points.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES } from "../kit/kernel.ts";
import { runFileKills } from "./file-kills.ts";
import { createSeededRandom } from "./seeded-random.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("killed at every point of a write with files, files and log agree after the next start", async () => {
    const report = await runFileKills(engine, temporaryFolder(), WRITE_POINTS, 1, createSeededRandom(21));

    expect(report.disagreements).toEqual([]);
    expect(report).toMatchObject({ kills: WRITE_POINTS.length, agreed: WRITE_POINTS.length });
    expect(report.fired).toEqual(Object.fromEntries(WRITE_POINTS.map((point) => [point, 1])));
  }, 180_000);
});
