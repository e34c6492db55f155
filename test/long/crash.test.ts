import { loadavg } from "node:os";
import { expect, test } from "vitest";
import { WRITE_POINTS } from "../../src/kernel/write-points.ts";
import { diskFolder } from "../kit/folder.ts";
import {
  ACKS_MIN,
  FILE_POINTS,
  type Kill,
  type KillReport,
  killsAt,
  randomKills,
  runKillLoop,
} from "../reliability/kill-loop.ts";
import { createSeededRandom } from "../reliability/seeded-random.ts";

const ROUNDS = 17;
const RANDOM_ROUNDS = 40;
const KILLS_PER_FOLDER = 44;
const WAIT_MS_MAX = 1000;

/** A fresh folder now and then: a check of everything costs as much as the log is long. */
async function kill(server: "conformance" | "crash", kills: readonly Kill[], seed: number): Promise<KillReport[]> {
  const random = createSeededRandom(seed);
  const reports: KillReport[] = [];
  for (let from = 0; from < kills.length; from += KILLS_PER_FOLDER) {
    reports.push(await runKillLoop(diskFolder(), server, kills.slice(from, from + KILLS_PER_FOLDER), random));
  }
  return reports;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

test("of more than two hundred kills over all write points and random moments, none loses or damages anything", async () => {
  // The server with blobs passes every point; the product's own passes all but those of files.
  const withBlobs = killsAt(WRITE_POINTS, ROUNDS);
  const product = killsAt(
    WRITE_POINTS.filter((point) => !FILE_POINTS.includes(point)),
    ROUNDS,
  );

  const reports = [
    ...(await kill("crash", withBlobs, 11)),
    ...(await kill("conformance", product, 12)),
    ...(await kill("conformance", randomKills(RANDOM_ROUNDS), 13)),
  ];

  const sum = (of: (report: KillReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const fired = Object.fromEntries(
    [...WRITE_POINTS, "random"].map((point) => [point, sum((report) => report.fired[point] ?? 0)]),
  );
  const recovery = reports.flatMap((report) => report.recoveryMs);
  const afterStart = reports.flatMap((report) => report.recoveryAfterStartMs);
  process.stderr.write(
    `crash: ${sum((report) => report.kills)} kills, fired ${JSON.stringify(fired)}, ${sum((report) => report.acks)} acks, ` +
      `${sum((report) => report.lost.length)} lost, ${sum((report) => report.corrupt.length)} corrupt, ` +
      `recovery worst ${Math.round(Math.max(...recovery))} ms, median ${Math.round(median(recovery))} ms, ` +
      `after start-up worst ${Math.round(Math.max(...afterStart))} ms, median ${Math.round(median(afterStart))} ms, load ${loadavg()[0]?.toFixed(1)}\n`,
  );
  expect(fired).toEqual({
    ...Object.fromEntries(WRITE_POINTS.map((point) => [point, FILE_POINTS.includes(point) ? ROUNDS : 2 * ROUNDS])),
    random: RANDOM_ROUNDS,
  });
  for (const report of reports) expect(report).toMatchObject({ lost: [], corrupt: [], misplaced: [] });
  expect(Math.min(...reports.map((report) => report.acksLeast))).toBeGreaterThanOrEqual(ACKS_MIN);
  expect(Math.max(...reports.flatMap((report) => report.waitedMs))).toBeLessThan(WAIT_MS_MAX);
});
