import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { type Event, REFUSED } from "../../src/kernel/event.ts";
import { eventsAfter } from "../../src/kernel/events/index.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { type Kernel, openKernel } from "../../src/kernel/serve.ts";
import type { WritePoint } from "../../src/kernel/write-points.ts";
import { createMemoryLog, type Engine, freshDatabaseUrl } from "../kit/kernel.ts";
import type { CallTool, FileWriter } from "./file-writers.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { startCrashMain } from "./server-process.ts";

const DAY_MS = 24 * 60 * 60_000;
const IN_FLIGHT = 6;
const WAVES_MAX = 200;

export interface FileKillReport {
  readonly kills: number;
  /** How often the process died at the point it was asked to. */
  readonly fired: Readonly<Record<string, number>>;
  /** Kills after which the next start found files and log in agreement. */
  readonly agreed: number;
  readonly disagreements: readonly string[];
  readonly acks: number;
}

interface Place {
  readonly writer: FileWriter;
  readonly folder: string;
  readonly databaseUrl: string | undefined;
}

/** Kills processes that write files, at each of the points in turn, and looks after the next start. */
export async function runFileKills(
  writer: FileWriter,
  engine: Engine,
  folder: string,
  points: readonly WritePoint[],
  rounds: number,
  random: SeededRandom,
): Promise<FileKillReport> {
  const place = { writer, folder, databaseUrl: await freshDatabaseUrl(engine) };
  const fired: Record<string, number> = Object.fromEntries(points.map((point) => [point, 0]));
  const acks: string[] = [];
  const disagreements: string[] = [];
  let agreed = 0;
  const kills = Array.from({ length: rounds }, () => points).flat();
  for (const [round, point] of kills.entries()) {
    if (await killAt(point, place, random, round, acks)) fired[point] = (fired[point] ?? 0) + 1;
    const found = await lookAfterStart(place, acks, 0);
    if (found.length === 0) agreed += 1;
    disagreements.push(...found.map((fault) => `round ${round}, killed at ${point}: ${fault}`));
  }
  // A day later a write sweeps what all of them left aside, and takes nothing else with it.
  const swept = await lookAfterStart(place, acks, DAY_MS + 60_000);
  disagreements.push(...swept.map((fault) => `a day later: ${fault}`));
  return { kills: kills.length, fired, agreed, disagreements, acks: acks.length };
}

/** Writes until the process dies; answers whether it died where it was asked to. */
async function killAt(
  point: WritePoint,
  { writer, folder, databaseUrl }: Place,
  random: SeededRandom,
  round: number,
  acks: string[],
): Promise<boolean> {
  const args = ["--data", folder, ...(databaseUrl === undefined ? [] : ["--database", databaseUrl])];
  const server = startCrashMain(writer.server, args, {
    CRASH_POINT: point,
    CRASH_ANSWERS: String(random.between(1, 8)),
    CRASH_HITS: String(random.between(1, 4)),
  });
  await server.initialize();
  const inFlight = round % 2 === 0 ? 1 : IN_FLIGHT;
  const call: CallTool = (tool, given) => server.call(tool, given);
  for (let wave = 0; server.alive && wave < WAVES_MAX; wave++) {
    const writes = Array.from({ length: inFlight }, (_, n) =>
      writer.write(call, `round ${round} wave ${wave} write ${n}`, round + wave + n),
    );
    acks.push(...(await Promise.all(writes)).filter((hash) => hash !== undefined));
  }
  server.child.kill("SIGKILL");
  await server.ended;
  return server.stderr.includes(`killed at ${point} after`);
}

/** Starts on what was left behind and tells every way in which files and log do not agree. */
async function lookAfterStart(place: Place, acks: readonly string[], laterMs: number): Promise<string[]> {
  const { writer, folder, databaseUrl } = place;
  const real = createRealEnv();
  const kernel = openKernel({
    worlds: writer.worlds,
    variables: { MCP_ENABLE_MUTATION: true },
    env: { ...real, now: () => real.now() + laterMs },
    log: createMemoryLog(),
    version: "0.0.0-look",
    folder,
    databaseUrl,
    embedder: "none",
  });
  try {
    if (laterMs > 0) for (let n = 0; n < 2; n++) await writer.write(callOf(kernel, writer), `a day later ${n}`, n);
    const { bad, damage, findings } = await kernel.verify({ full: true });
    const { live, rebuilt } = await kernel.replay();
    const all = await (await kernel.parts.database()).read(EVERY_TENANT, (sql) =>
      eventsAfter(sql, "local", 0, 1_000_000),
    );
    const events = all.filter(({ kind }) => kind !== REFUSED);
    const written = new Set(events.flatMap((event) => writer.textsOf(event)));
    return [
      ...damage,
      ...findings.map(({ what, reason }) => `${what}: ${reason}`),
      ...(bad === undefined ? [] : [`entry ${bad.seq} ${bad.reason}`]),
      ...(live.root === rebuilt.root ? [] : ["the projections do not follow from the log"]),
      ...acks.filter((hash) => !written.has(hash)).map((hash) => `${hash} was acknowledged and is lost`),
      ...compareFiles(place, events),
      ...(laterMs > 0 ? leftAside(place) : []),
    ];
  } finally {
    await kernel.close();
  }
}

function callOf(kernel: Kernel, { server }: FileWriter): CallTool {
  return async (name, args) => {
    const { structuredContent: value } = (await kernel.call({
      server,
      name,
      arguments: args,
      connection: { id: "look", transport: "stdio", client: "look" },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form: "tool",
    })) as { structuredContent?: unknown };
    return { value };
  };
}

/** The files as they are against the files as the log says they must be. */
function compareFiles({ writer, folder }: Place, events: readonly Event[]): string[] {
  const expected = writer.expected(events);
  const found = writer.found(folder);
  const faults = [...expected].flatMap(([path, hash]) => {
    if (!found.has(path)) return [`${path} is in the log and not there`];
    return found.get(path) === hash ? [] : [`${path} says something else than the log`];
  });
  const unknown = [...found.keys()].filter((path) => !expected.has(path));
  return [...faults, ...unknown.map((path) => `${path} is not in the log`)];
}

function leftAside({ writer, folder }: Place): string[] {
  return writer.asides.flatMap((aside) =>
    readdirSync(join(folder, aside)).map((name) => `${aside}/${name} was not swept`),
  );
}
