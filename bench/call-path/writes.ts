import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { DOOR } from "../kit/server-process.ts";
import { ratioOf, type Spread, spreadOf } from "../kit/statistics.ts";
import { type Load, load } from "./lane.ts";
import type { Question } from "./messages.ts";
import { openStdioLane } from "./stdio-lane.ts";

const ROUNDS = 5;
const WRITES = 60;
const WRITES_TOGETHER = 320;
const IN_FLIGHT = 32;
const NOTE_CHARS = 400;

export interface WriteCost {
  readonly writesPerSecond: Spread;
  /** Over what SQLite alone does in the same turn: one row and one fsync after another. */
  readonly timesBare: Spread;
  readonly cpuMicros: Spread;
  readonly writesPerCommit: number;
}

/** Durable writes over stdio. */
export interface Writes {
  readonly bareCommitsPerSecond: Spread;
  readonly alone: WriteCost;
  readonly together: WriteCost;
}

interface Counted extends Load {
  readonly commits: number;
}

/** Measures on a data folder of its own, small enough that the write-ahead log still holds every commit. */
export async function measureWrites(folder: string): Promise<Writes> {
  const data = join(folder, "writes");
  const lane = await openStdioLane([DOOR, "mcp", "conformance", "--data", data], "legacy");
  await load(lane, notes(0), IN_FLIGHT, { calls: 200 });
  const bare = openBare(join(folder, "bare.db"));
  const bareRates: number[] = [];
  const alone: Counted[] = [];
  const together: Counted[] = [];
  const counted = async (round: number, concurrency: number, calls: number): Promise<Counted> => {
    const before = commitsIn(data);
    const done = await load(lane, notes(round), concurrency, { calls });
    return { ...done, commits: commitsIn(data) - before };
  };
  for (let round = 1; round <= ROUNDS; round++) {
    bareRates.push(bare.commit(WRITES));
    alone.push(await counted(round, 1, WRITES));
    together.push(await counted(round, IN_FLIGHT, WRITES_TOGETHER));
  }
  bare.close();
  await lane.close();
  const cost = (loads: readonly Counted[]): WriteCost => {
    const rates = loads.map(({ calls, seconds }) => calls / seconds);
    const sum = (of: (counted: Counted) => number) => loads.reduce((total, each) => total + of(each), 0);
    return {
      writesPerSecond: spreadOf(rates),
      timesBare: ratioOf(rates, bareRates),
      cpuMicros: spreadOf(loads.map(({ calls, cpuMs }) => (cpuMs * 1000) / calls)),
      writesPerCommit: sum(({ calls }) => calls) / sum(({ commits }) => commits),
    };
  };
  return { bareCommitsPerSecond: spreadOf(bareRates), alone: cost(alone), together: cost(together) };
}

/** Texts that no other round writes, so that each write makes a row. */
function notes(round: number): Question {
  const text = (index: number) => `${round}-${index} `.padEnd(NOTE_CHARS, "x");
  return {
    tool: "test_write",
    arguments: Array.from({ length: WRITES_TOGETHER }, (_, index) => ({ text: text(index) })),
  };
}

function openBare(file: string): { commit(times: number): number; close(): void } {
  const db = new Sqlite(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("create table note (id integer primary key, text text not null)");
  const insert = db.prepare("insert into note (text) values (?)");
  const text = "x".repeat(NOTE_CHARS);
  return {
    commit(times) {
      const startedMs = performance.now();
      for (let done = 0; done < times; done++) insert.run(text);
      return times / ((performance.now() - startedMs) / 1000);
    },
    close: () => db.close(),
  };
}

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Counts commits where SQLite marks them: the last frame of each carries the size of the database after it. */
function commitsIn(data: string): number {
  const wal = readFileSync(join(data, "bailiwick.db-wal"));
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8);
  const salts = wal.subarray(16, 24);
  let commits = 0;
  for (let at = WAL_HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    // Frames behind the end are left over from before the log began anew.
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    if (wal.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}
