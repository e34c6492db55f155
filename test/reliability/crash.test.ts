import { expect, test } from "vitest";
import { WRITE_POINTS, type WritePoint } from "../../src/kernel/write-points.ts";
import { diskFolder } from "../kit/folder.ts";
import { runCli } from "../kit/processes.ts";
import { times } from "../kit/thorough.ts";
import { audit } from "./audit.ts";
import { ACKS_MIN, type Kill, type KillReport, killsAt, randomKills, runKillLoop, SERVER_OF } from "./kill-loop.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { startCrashMain } from "./server-process.ts";

const ROUNDS = times(3, 1);
const RANDOM_ROUNDS = times(6, 3);
const WAIT_MS_MAX = 1000;

const pointsOf = (server: string): WritePoint[] => WRITE_POINTS.filter((point) => SERVER_OF[point] === server);

function expectNothingLost(report: KillReport, kills: readonly Kill[]): void {
  expect(report).toMatchObject({ kills: kills.length, lost: [], corrupt: [], misplaced: [] });
  expect(report.acksLeast).toBeGreaterThanOrEqual(ACKS_MIN);
  expect(report.waitedMs).toHaveLength(kills.length);
  expect(Math.max(...report.waitedMs)).toBeLessThan(WAIT_MS_MAX);
  for (const point of new Set(kills.map((kill) => kill.at))) {
    expect([point, report.fired[point]]).toEqual([point, kills.filter((kill) => kill.at === point).length]);
  }
}

test("every write point of the product has a crash test", () => {
  expect(Object.keys(SERVER_OF).sort()).toEqual([...WRITE_POINTS].sort());
});

test("killed at every point of a write, nothing acknowledged is lost and nothing is damaged", async () => {
  const folder = diskFolder();
  const kills = killsAt(pointsOf("conformance"), ROUNDS);

  const report = await runKillLoop(folder, "conformance", kills, createSeededRandom(1));

  expectNothingLost(report, kills);
  expect(await runCli(["verify", "--data", folder])).toMatchObject({ code: 0, stderr: "" });
  expect(await runCli(["replay", "--data", folder])).toMatchObject({ code: 0, stderr: "" });
});

test("killed at every point of a file's way in, no entry names a file that is missing", async () => {
  const kills = killsAt(pointsOf("crash"), ROUNDS);

  const report = await runKillLoop(diskFolder(), "crash", kills, createSeededRandom(2));

  expectNothingLost(report, kills);
});

test("killed from outside at random moments, nothing acknowledged is lost and nothing is damaged", async () => {
  const kills = randomKills(RANDOM_ROUNDS);

  const report = await runKillLoop(diskFolder(), "conformance", kills, createSeededRandom(3));

  expectNothingLost(report, kills);
});

test.each(["transaction-begun", "before-commit", "after-commit"] as const)(
  "killed at %s while it makes the schema, the next process starts as on an empty folder",
  async (point) => {
    const folder = diskFolder();
    const killed = startCrashMain("conformance", ["--data", folder], { CRASH_POINT: point });
    await killed.initialize();

    expect(await killed.write("never acknowledged")).toEqual({ died: true });
    expect(killed.stderr).toContain(`killed at ${point} after 0 answers`);

    const next = startCrashMain("conformance", ["--data", folder], {});
    await next.initialize();
    await next.write("after the crash");
    expect(await audit(folder, "conformance", next.acks)).toEqual({
      entries: 1,
      recorded: new Set(["after the crash"]),
      lost: [],
      corrupt: [],
    });
  },
);
