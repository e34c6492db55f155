import { WRITE_POINTS, type WritePoint } from "../../src/kernel/write-points.ts";
import { audit, mark } from "./audit.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { type Ack, type ServerProcess, startCrashMain } from "./server-process.ts";

/** Every kill comes after at least this many acknowledged writes of the process that dies. */
export const ACKS_MIN = 20;
const IN_FLIGHT = 10;
const RANDOM_KILL_MS = 50;

/** Which server passes a write point. A point that is missing here is a compile error, and one untested is a red test. */
export const SERVER_OF = {
  "file-written": "crash",
  "file-journaled": "crash",
  "file-renamed": "crash",
  "files-finished": "crash",
  "transaction-begun": "conformance",
  "event-appended": "conformance",
  "projection-applied": "conformance",
  "before-commit": "conformance",
  "after-commit": "conformance",
  "before-answer": "conformance",
} as const satisfies Record<WritePoint, "conformance" | "crash">;

/** Points that only a write with files passes. */
export const FILE_POINTS = WRITE_POINTS.filter((point) => SERVER_OF[point] === "crash");

/** At these a write is durable although nobody was told. */
const DURABLE_AT: ReadonlySet<Kill["at"]> = new Set<WritePoint>([
  "after-commit",
  "file-renamed",
  "files-finished",
  "before-answer",
]);

/** One death: where (or from outside, at a random moment) and with how many writes in flight. */
export interface Kill {
  readonly at: WritePoint | "random";
  readonly inFlight: 1 | typeof IN_FLIGHT;
}

export interface KillReport {
  readonly kills: number;
  /** How often each point was really the place of death. */
  readonly fired: Readonly<Record<string, number>>;
  readonly acks: number;
  readonly acksLeast: number;
  readonly lost: readonly string[];
  readonly corrupt: readonly string[];
  /** Writes in flight whose presence contradicts where the process died. */
  readonly misplaced: readonly string[];
  /** Process start to the first acknowledged write, and the part after the process was ready. */
  readonly recoveryMs: readonly number[];
  readonly recoveryAfterStartMs: readonly number[];
  /** How long each process waited for something before its first acknowledged write, whatever the machine. */
  readonly waitedMs: readonly number[];
}

/** Every point so many times; the second of each three has ten writes in flight. */
export function killsAt(points: readonly WritePoint[], rounds: number): Kill[] {
  return Array.from({ length: rounds }, (_, round) =>
    points.map((at): Kill => ({ at, inFlight: round % 3 === 1 ? IN_FLIGHT : 1 })),
  ).flat();
}

export function randomKills(count: number): Kill[] {
  return Array.from({ length: count }, (_, round) => ({ at: "random", inFlight: round % 2 === 0 ? IN_FLIGHT : 1 }));
}

/**
 * Kills process after process on one folder. Each next process must recover, and is looked over before it dies in turn.
 */
export async function runKillLoop(
  folder: string,
  server: "conformance" | "crash",
  kills: readonly Kill[],
  random: SeededRandom,
): Promise<KillReport> {
  const fired: Record<string, number> = Object.fromEntries([...WRITE_POINTS, "random"].map((point) => [point, 0]));
  const acks: Ack[] = [];
  const found = { lost: [] as string[], corrupt: [] as string[], misplaced: [] as string[] };
  const recoveryMs: number[] = [];
  const recoveryAfterStartMs: number[] = [];
  const waitedMs: number[] = [];
  let acksLeast = Number.POSITIVE_INFINITY;
  let before: { kill: Kill; unanswered: string[] } | undefined;

  // One more process than kills: the last death is recovered from, too.
  for (const [round, kill] of [...kills, undefined].entries()) {
    const texts = numbered(`round ${round} write`);
    const running = await recover(folder, server, kill, random, texts());
    if (round > 0) {
      recoveryMs.push(running.recoveryMs);
      recoveryAfterStartMs.push(running.recoveryAfterStartMs);
      waitedMs.push(running.waitedMs);
    }
    const state = await audit(folder, server, [...acks, ...running.process.acks]);
    found.lost.push(...state.lost);
    found.corrupt.push(...state.corrupt);
    if (before !== undefined) found.misplaced.push(...misplaced(before, server, state.recorded));
    if (kill === undefined) {
      await running.process.end();
      acks.push(...running.process.acks);
      break;
    }
    await writeUntilKilled(running.process, kill, random, texts, server === "crash" ? "keep_file" : "test_write");
    if (await diedAsAsked(running.process, kill)) fired[kill.at] = (fired[kill.at] ?? 0) + 1;
    acksLeast = Math.min(acksLeast, running.process.acks.length);
    acks.push(...running.process.acks);
    before = { kill, unanswered: [...running.process.unanswered] };
  }
  const times = { recoveryMs, recoveryAfterStartMs, waitedMs };
  return { kills: kills.length, fired, acks: acks.length, acksLeast, ...found, ...times };
}

function numbered(prefix: string): () => string {
  let number = 0;
  return () => `${prefix} ${number++}`;
}

/** Starts a process on what the last one left behind, and times it to its first acknowledged write. */
async function recover(folder: string, server: string, kill: Kill | undefined, random: SeededRandom, text: string) {
  const plan =
    kill === undefined || kill.at === "random"
      ? {}
      : {
          CRASH_POINT: kill.at,
          // A write is sent only after those of the wave before are acknowledged.
          CRASH_ANSWERS: String(ACKS_MIN + kill.inFlight),
          CRASH_HITS: String(random.between(1, 5)),
        };
  const process = startCrashMain(server, ["--data", folder], plan);
  await process.says("ready");
  const readyMs = performance.now();
  await process.initialize();
  const first = await process.write(text, server === "crash" ? "keep_file" : "test_write");
  if (first.value === undefined) throw new Error(`no recovery: ${JSON.stringify(first)} ${process.stderr}`);
  const answeredMs = performance.now();
  await process.says("for its first answer");
  return {
    process,
    recoveryMs: answeredMs - process.startedMs,
    recoveryAfterStartMs: answeredMs - readyMs,
    waitedMs: Number(/^waited (\d+) ms for its first answer$/m.exec(process.stderr)?.[1]),
  };
}

async function writeUntilKilled(
  process: ServerProcess,
  kill: Kill,
  random: SeededRandom,
  texts: () => string,
  tool: string,
): Promise<void> {
  let delayMs = kill.at === "random" ? random.between(0, RANDOM_KILL_MS) : undefined;
  for (let wave = 0; process.alive && wave < 500; wave++) {
    await Promise.all(Array.from({ length: kill.inFlight }, () => process.write(texts(), tool)));
    if (delayMs !== undefined && process.acks.length >= ACKS_MIN) {
      setTimeout(() => process.child.kill("SIGKILL"), delayMs);
      delayMs = undefined;
    }
  }
}

async function diedAsAsked(process: ServerProcess, kill: Kill): Promise<boolean> {
  // Ours to end if the fault never fired; the report then shows it missing.
  const asked = process.alive ? false : (await process.ended) === "SIGKILL";
  if (process.alive) process.child.kill("SIGKILL");
  await process.ended;
  return asked && (kill.at === "random" || process.stderr.includes(`killed at ${kill.at} after`));
}

/** With one write in flight it is known whether the log must have it. */
function misplaced(
  { kill, unanswered }: { kill: Kill; unanswered: readonly string[] },
  server: string,
  recorded: ReadonlySet<string>,
): string[] {
  if (kill.at === "random" || kill.inFlight > 1) return [];
  const durable = DURABLE_AT.has(kill.at);
  const wrong = unanswered.filter((text) => recorded.has(mark(server, text)) !== durable);
  if (unanswered.length !== 1) return [`${unanswered.length} writes in flight at ${kill.at}`];
  return wrong.map((text) => `${text}: killed at ${kill.at}, ${durable ? "missing" : "present"}`);
}
