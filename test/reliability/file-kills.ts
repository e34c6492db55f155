import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { sha256 } from "../../src/kernel/canonical-json.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { eventsAfter } from "../../src/kernel/events/index.ts";
import { openKernel } from "../../src/kernel/serve.ts";
import type { WritePoint } from "../../src/kernel/write-points.ts";
import { createMemoryLog, type Engine, freshDatabaseUrl } from "../kit/kernel.ts";
import { crashWorld, PAGE_WRITTEN } from "./crash-world.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { type Ack, type ServerProcess, startCrashMain } from "./server-process.ts";

const DAY_MS = 24 * 60 * 60_000;
const IN_FLIGHT = 6;

export interface FileKillReport {
  readonly kills: number;
  /** How often the process died at the point it was asked to. */
  readonly fired: Readonly<Record<string, number>>;
  /** Kills after which the next start found files and log in agreement. */
  readonly agreed: number;
  readonly disagreements: readonly string[];
  readonly acks: number;
}

/** Kills processes that write blobs and shared files, at each of the points in turn, and looks after the next start. */
export async function runFileKills(
  engine: Engine,
  folder: string,
  points: readonly WritePoint[],
  rounds: number,
  random: SeededRandom,
): Promise<FileKillReport> {
  const databaseUrl = await freshDatabaseUrl(engine);
  const fired: Record<string, number> = Object.fromEntries(points.map((point) => [point, 0]));
  const acks: Ack[] = [];
  const disagreements: string[] = [];
  let agreed = 0;
  const kills = Array.from({ length: rounds }, () => points).flat();
  for (const [round, point] of kills.entries()) {
    const process = await killAt(point, folder, databaseUrl, random, round);
    if (process.stderr.includes(`killed at ${point} after`)) fired[point] = (fired[point] ?? 0) + 1;
    acks.push(...process.acks);
    const found = await lookAfterStart(folder, databaseUrl, acks, 0);
    if (found.length === 0) agreed += 1;
    disagreements.push(...found.map((fault) => `round ${round}, killed at ${point}: ${fault}`));
  }
  // A day later a write sweeps what all of them left aside, and takes nothing else with it.
  const swept = await lookAfterStart(folder, databaseUrl, acks, DAY_MS + 60_000);
  disagreements.push(...swept.map((fault) => `a day later: ${fault}`));
  return { kills: kills.length, fired, agreed, disagreements, acks: acks.length };
}

async function killAt(
  point: WritePoint,
  folder: string,
  databaseUrl: string | undefined,
  random: SeededRandom,
  round: number,
): Promise<ServerProcess> {
  const args = ["--data", folder, ...(databaseUrl === undefined ? [] : ["--database", databaseUrl])];
  const process = startCrashMain("crash", args, {
    CRASH_POINT: point,
    CRASH_ANSWERS: String(random.between(1, 8)),
    CRASH_HITS: String(random.between(1, 4)),
  });
  await process.initialize();
  const inFlight = round % 2 === 0 ? 1 : IN_FLIGHT;
  for (let wave = 0; process.alive && wave < 200; wave++) {
    const texts = Array.from({ length: inFlight }, (_, n) => `round ${round} wave ${wave} write ${n}`);
    await Promise.all(texts.map((text, n) => process.write(text, (wave + n) % 2 === 0 ? "write_page" : "keep_file")));
  }
  process.child.kill("SIGKILL");
  await process.ended;
  return process;
}

/** Starts on what was left behind and tells every way in which files and log do not agree. */
async function lookAfterStart(
  folder: string,
  databaseUrl: string | undefined,
  acks: readonly Ack[],
  laterMs: number,
): Promise<string[]> {
  const real = createRealEnv();
  const kernel = openKernel({
    worlds: [...WORLDS, crashWorld],
    env: { ...real, now: () => real.now() + laterMs },
    log: createMemoryLog(),
    version: "0.0.0-look",
    folder,
    databaseUrl,
    embedder: "none",
  });
  try {
    if (laterMs > 0) {
      for (const name of ["keep_file", "write_page"]) {
        await kernel.call({
          server: "crash",
          name,
          arguments: { text: "a day later" },
          connection: { id: "look", transport: "stdio", client: "look" },
          client: SILENT_CLIENT,
          signal: new AbortController().signal,
          form: "tool",
        });
      }
    }
    const { bad, damage, badBlobs } = await kernel.verify();
    const { live, rebuilt } = await kernel.replay();
    const events = await (await kernel.parts.database()).read((sql) => eventsAfter(sql, "local", 0, 1_000_000));
    const seqs = new Map(events.map(({ id, seq }) => [id, seq]));
    return [
      ...damage,
      ...badBlobs.map((hash) => `blob ${hash} is damaged`),
      ...(bad === undefined ? [] : [`entry ${bad.seq} ${bad.reason}`]),
      ...(live.root === rebuilt.root ? [] : ["the projections do not follow from the log"]),
      ...acks
        .filter(({ eventId, seq }) => seqs.get(eventId) !== seq)
        .map(({ text }) => `${text} was acknowledged and is lost`),
      ...compareFiles(folder, events as unknown as LoggedEvent[]),
      ...(laterMs > 0 ? leftAside(folder) : []),
    ];
  } finally {
    await kernel.close();
  }
}

interface LoggedEvent {
  readonly kind: string;
  readonly payload: { sha256: string; text: string; puts: string[]; drops: string };
}

/** The files as they are against the files as the log says they must be. */
function compareFiles(folder: string, events: readonly LoggedEvent[]): string[] {
  const expected = new Map<string, string>();
  for (const { kind, payload } of events) {
    if (kind === "file.kept")
      expected.set(`blobs/sha256/${payload.sha256.slice(0, 2)}/${payload.sha256.slice(2)}`, payload.sha256);
    if (kind !== PAGE_WRITTEN) continue;
    expected.delete(`pages/${payload.drops}`);
    for (const page of payload.puts) expected.set(`pages/${page}`, sha256(payload.text));
  }
  const found = new Map([...filesBelow(folder, "blobs/sha256"), ...filesBelow(folder, "pages")]);
  const faults = [...expected].flatMap(([path, hash]) => {
    if (!found.has(path)) return [`${path} is in the log and not there`];
    return found.get(path) === hash ? [] : [`${path} says something else than the log`];
  });
  return [
    ...faults,
    ...[...found.keys()].filter((path) => !expected.has(path)).map((path) => `${path} is not in the log`),
  ];
}

function filesBelow(folder: string, below: string): [string, string][] {
  const top = join(folder, below);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith(".incoming"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length + 1), sha256(readFileSync(path))]);
}

function leftAside(folder: string): string[] {
  return ["blobs/incoming", "pages/.incoming"].flatMap((aside) =>
    readdirSync(join(folder, aside)).map((name) => `${aside}/${name} was not swept`),
  );
}
