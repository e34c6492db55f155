import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { query } from "../../src/kernel/query.ts";
import { ADDRESSES, COORDINATOR, newUsers, openAt, SKIPPED } from "../cluster/place.ts";

const run = promisify(execFile);

/** Run with `kill N` and `start N`, where N is the place of a server's address in BAILIWICK_TEST_CLUSTER. */
const NODES = process.env.BAILIWICK_TEST_CLUSTER_NODES;
const SECONDS = Number(process.env.BAILIWICK_CLUSTER_SECONDS ?? 300);
const PROCESSES = 8;
const USERS = 8;
const AWAY_MS = 10_000;
const WRITER = fileURLToPath(new URL("../cluster/writer.ts", import.meta.url));

/** What may be said of a write whose server is away. */
const REFUSALS = ["STORAGE_UNAVAILABLE", "DB_INSERT_FAILED", "STORAGE_BUSY", "COMMIT_UNKNOWN"];

interface Told {
  readonly user: string;
  readonly name: string;
  readonly outcome: string;
  /** The refusal, where it was one. */
  readonly why?: object;
  readonly ms: number;
}

if (!SKIPPED && NODES === undefined)
  process.stderr.write("Killing servers of the cluster is skipped: BAILIWICK_TEST_CLUSTER_NODES names no command.\n");

test.skipIf(SKIPPED || NODES === undefined)(
  "servers are killed and come back: nothing acknowledged is lost or doubled, and users of the others see no error",
  async () => {
    const users = newUsers(USERS);
    const kernel = openAt(COORDINATOR);
    await kernel.distribute();
    const portOf = await portsOf(users);
    const writers = Array.from({ length: PROCESSES }, (_, n) => startWriter(n, users));
    // All of them, before the first server goes: this is about who is writing when it does.
    await Promise.all(writers.map(({ begun }) => begun));
    const killed = await killInTurn();
    const all = (await Promise.all(writers.map(({ told }) => told))).flat();

    const stored = await namesOf(users);
    const acknowledged = all.filter(({ outcome }) => outcome === "stored");
    const lost = acknowledged.filter(({ user, name }) => stored.get(`${user} ${name}`) === undefined);
    const doubled = [...stored].filter(([, times]) => times > 1);
    const strange = all.filter(({ outcome }) => outcome !== "stored" && !REFUSALS.includes(outcome));
    // With their own server and the one they are asked through alive, nobody hears of the others.
    const spared = all.filter(
      ({ user, at }) => !killed.has(new URL(ADDRESSES[at] ?? "").port) && !killed.has(String(portOf.get(user))),
    );
    const untouched = spared.filter(({ outcome }) => outcome !== "stored");
    const longestMs = spared.reduce((longest, { ms }) => Math.max(longest, ms), 0);
    process.stderr.write(
      `${acknowledged.length} writes acknowledged, ${all.length - acknowledged.length} refused, ${killed.size} servers killed; ${lost.length} lost, ${doubled.length} doubled; ${spared.length} writes of whoever is spared, the longest ${longestMs} ms\n`,
    );
    expect({ lost, doubled, strange, untouched }).toEqual({ lost: [], doubled: [], strange: [], untouched: [] });
    expect(await kernel.verify({ full: false })).toMatchObject({ findings: [], bad: undefined });
  },
);

test.skipIf(SKIPPED || NODES === undefined)(
  "a process that begins while a server is away serves the users of the others, and its own once it is back",
  async () => {
    await openAt(COORDINATOR).distribute();
    const users = newUsers(USERS);
    const portOf = await portsOf(users);
    const away = ADDRESSES.length - 2;
    const awayPort = Number(new URL(ADDRESSES[away] ?? "").port);
    const [stopped = "", spared = ""] = [true, false].map((isAway) =>
      users.find((user) => (portOf.get(user) === awayPort) === isAway),
    );
    const company = (name: string) => ({ idempotency_key: name, entities: [{ entity_type: "company", name }] });
    await command("kill", away);
    try {
      const kernel = openAt(COORDINATOR);
      expect(await kernel.ask(spared, "store_structured", company("Acme"))).not.toHaveProperty("error");
      const refused = await kernel.ask(stopped, "store_structured", company("Acme"));
      expect(REFUSALS).toContain(refused.error?.code);
      await command("start", away);
      await expect
        .poll(async () => (await kernel.ask(stopped, "store_structured", company("Acme"))).error)
        .toBeUndefined();
    } finally {
      await command("start", away);
    }
  },
);

/** Kills or starts a server. One that runs is not started again. */
async function command(verb: "kill" | "start", at: number): Promise<void> {
  const [program = "", ...args] = (NODES ?? "").split(" ");
  await run(program, [...args, verb, String(at)]);
}

/** A process that writes through one server. */
function startWriter(n: number, users: readonly string[]) {
  const at = n % ADDRESSES.length;
  const child = spawn(process.execPath, [WRITER, ADDRESSES[at] ?? "", String(SECONDS), String(n), ...users]);
  child.stderr.pipe(process.stderr);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    output += more;
  });
  const told = once(child, "close").then(() =>
    output
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ ...(JSON.parse(line) as Told), at })),
  );
  return { begun: once(child.stdout, "data"), told };
}

/** One worker after the other, but the last, whose users are to see nothing of it. */
async function killInTurn(): Promise<Set<string>> {
  const killed = new Set<string>();
  const victims = ADDRESSES.slice(1, -1);
  const pauseMs = Math.max(AWAY_MS, (SECONDS * 1000 - AWAY_MS) / (2 * Math.max(1, victims.length)));
  const end = performance.now() + SECONDS * 1000 - 2 * AWAY_MS;
  for (let n = 0; performance.now() < end; n++) {
    await wait(pauseMs / 2);
    const at = 1 + (n % victims.length);
    killed.add(new URL(ADDRESSES[at] ?? "").port);
    await command("kill", at);
    await wait(AWAY_MS);
    await command("start", at);
  }
  return killed;
}

async function portsOf(users: readonly string[]): Promise<Map<string, number>> {
  const database = await openAt(COORDINATOR).parts.database();
  const ports = new Map<string, number>();
  for (const user of users) {
    const row = await database.read(user, (sql) =>
      sql.first<{
        port: number;
      }>(query`select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
        where p.shardid = get_shard_id_for_distribution_column('event', ${user}::text)`),
    );
    ports.set(user, row?.port ?? 0);
  }
  return ports;
}

/** How often each name stands in the log of each user, as entities of their own. */
async function namesOf(users: readonly string[]): Promise<Map<string, number>> {
  const database = await openAt(COORDINATOR).parts.database();
  const names = new Map<string, number>();
  for (const user of users) {
    const rows = await database.read(user, (sql) =>
      sql.all<{ text: string }>(
        query`select text from search_document where tenant_id = ${user} and space = 'truth' and until is null`,
      ),
    );
    for (const { text } of rows) {
      const name = /Acme \d+ \d+/.exec(text)?.[0] ?? text;
      names.set(`${user} ${name}`, (names.get(`${user} ${name}`) ?? 0) + 1);
    }
  }
  return names;
}
