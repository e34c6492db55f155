import pg from "pg";
import { onTestFinished, vi } from "vitest";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { migratedDatabaseUrl, openTestKernel, type TestKernel } from "../kit/kernel.ts";
import { FAULTS, type Fault, startTcpProxy, type TcpProxy, through } from "../kit/tcp-proxy.ts";

const LONG_MS = 20 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Longer than any machine needs, however busy: only who waits for what will not come waits longer. */
const PATIENCE = { connectMs: LONG_MS, lockMs: LONG_MS, statementMs: LONG_MS, settleMs: LONG_MS };

interface Setting {
  readonly kernel: TestKernel;
  readonly proxy: TcpProxy;
  readonly admin: pg.Client;
  readonly url: string;
}

/**
 * A kernel whose database is behind the proxy, and someone who looks at it from beside. Its patience ends when the proxy
 * says that a line went silent, not after a time: what is slow is waited for, what will not come is not.
 */
export async function openBehindProxy(patience: Partial<typeof PATIENCE> = {}): Promise<Setting> {
  const hands = { isMoved: true };
  const setting = await openOnClock(patience, () =>
    setImmediate(() => hands.isMoved && vi.advanceTimersByTime(HOUR_MS)),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    hands.isMoved = false;
    vi.useRealTimers();
  });
  return setting;
}

/** The same by the clock on the wall, with the patience it is given. */
export async function openOnClock(patience: Partial<typeof PATIENCE>, wentSilent?: () => void): Promise<Setting> {
  const folder = temporaryFolder();
  const url = await migratedDatabaseUrl("postgres", WORLDS, folder);
  if (url === undefined) throw new Error("no address");
  const proxy = await startTcpProxy(Number(new URL(url).port), wentSilent);
  const admin = await connectTo(url);
  const kernel = await openTestKernel({
    folder,
    databaseUrl: through(proxy, url),
    databasePatience: { ...PATIENCE, ...patience },
    env: createRealEnv(),
    embedder: "none",
  });
  return { kernel, proxy, admin, url };
}

/** Someone beside the product. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** What stands in the requests of a write, in order: a fault may hit any of them. */
const MOMENTS = ["begin", '"text":', "commit"];
/** More tries of one write than faults can meet it. */
const TRIES_MAX = 20;
/** What goes into a black hole before it closes: as it were half a second, on a machine of any speed. */
const SWALLOWED_MAX = 3;

export interface Faulty {
  readonly acknowledged: number;
  /** Writes of which the caller was told that nobody knows. */
  readonly unknown: number;
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly doubled: readonly string[];
  readonly fired: Readonly<Record<Fault | "black-hole", number>>;
  /** How long the slowest call took. */
  readonly slowestMs: number;
}

/**
 * Writes texts while the line to the server meets one fault after another, each write repeated only where its answer
 * says that nothing was written, as a careful client would.
 */
export async function writeThroughFaults(
  kernel: TestKernel,
  proxy: TcpProxy,
  url: string,
  writes: number,
): Promise<Faulty> {
  const acknowledged = new Set<string>();
  const unknown = new Set<string>();
  let holes = 0;
  let slowestMs = 0;

  async function writeOnce(text: string): Promise<string> {
    const startedMs = performance.now();
    const answer = await kernel.callTool("test_write", { text }, { server: "conformance" });
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    const { structuredContent: content } = answer as { structuredContent: Record<string, { code: string }> };
    return content.error?.code ?? "done";
  }

  async function writeUntilDone(text: string): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const end = await writeOnce(text);
      if (end === "done") return void acknowledged.add(text);
      if (end === "commit_unknown") return void unknown.add(text);
      if (end !== "storage_unavailable" && end !== "storage_busy") throw new Error(`${text}: ${end}`);
    }
    throw new Error(`${text}: never done`);
  }

  /** The next fault at the next statement: in turn each fault meets each of them. */
  function makeTrouble(round: number): void {
    const moment = MOMENTS[round % MOMENTS.length] as string;
    proxy.arm(FAULTS[round % FAULTS.length] as Fault, (request) => request.includes(moment));
    if (round % 10 !== 9) return;
    holes += 1;
    proxy.blackHole(true, SWALLOWED_MAX);
  }

  for (let write = 0; write < writes; write += 4) {
    makeTrouble(write / 4);
    const together = Array.from({ length: Math.min(4, writes - write) }, (_, index) => `write ${write + index}.`);
    await Promise.all(together.map(writeUntilDone));
  }

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select payload from event where kind <> 'refused'");
  await client.end();
  const there = rows.map((row) => (JSON.parse(row.payload) as { text: string }).text);
  const times = new Map<string, number>();
  for (const text of there) times.set(text, (times.get(text) ?? 0) + 1);
  return {
    acknowledged: acknowledged.size,
    unknown: unknown.size,
    lost: [...acknowledged].filter((text) => !times.has(text)),
    doubled: [...times].filter(([, count]) => count > 1).map(([text]) => text),
    fired: { ...proxy.fired, "black-hole": holes },
    slowestMs,
  };
}
