import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuMsOf } from "../kit/server-process.ts";
import type { Place } from "./places.ts";

const ROUNDS = 5;
const USERS = 8;
/** Stores of each user in a round. */
const STORES = 10;
const STORER = fileURLToPath(new URL("store-for-users.ts", import.meta.url));

export interface TwoProcesses {
  readonly engine: Place["engine"];
  /** Stores a second through one server process, and through two on the same database, in turns. */
  readonly one: number;
  readonly two: number;
  /** How many processors each kept busy, the database server's sessions included where they run here. */
  readonly busy: { readonly one: number; readonly two: number };
  /** Milliseconds of processor time of one store, of our processes and of the sessions of all database servers. */
  readonly cpu: { readonly one: StoreCpu; readonly two: StoreCpu };
}

interface StoreCpu {
  readonly ours: number;
  readonly servers: number;
}

/** Several users, each with stores one after another: through one process all of them, through two half each. */
export async function measureTwoProcesses(places: readonly Place[], folder: string): Promise<TwoProcesses[]> {
  const results: TwoProcesses[] = [];
  for (const place of places) {
    const data = join(folder, `pair-${place.engine}`);
    await mkdir(data, { recursive: true });
    const children = [start(place, data), start(place, data)] as const;
    const users = Array.from({ length: USERS }, (_, n) => `pair-${process.pid}-${n}`);
    const halves = [users.slice(0, USERS / 2), users.slice(USERS / 2)];
    const spent = { one: { ms: 0, ours: 0, servers: 0 }, two: { ms: 0, ours: 0, servers: 0 } };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ["one", "two"] as const) {
        const first = (2 * round + Number(name === "two")) * STORES;
        const cpuBefore = await cpuOf(place, children);
        const startedMs = performance.now();
        if (name === "one") await ask(children[0], first, users);
        else await Promise.all(children.map((child, at) => ask(child, first, halves[at] ?? [])));
        // The first warms up.
        if (round === 0) continue;
        spent[name].ms += performance.now() - startedMs;
        const cpuAfter = await cpuOf(place, children);
        spent[name].ours += cpuAfter.ours - cpuBefore.ours;
        spent[name].servers += cpuAfter.servers - cpuBefore.servers;
      }
    }
    for (const child of children) {
      child.stdin?.end();
      await once(child, "exit");
    }
    const stores = ROUNDS * STORES * USERS;
    const rate = (ms: number) => (stores * 1000) / ms;
    const each = ({ ours, servers }: StoreCpu) => ({ ours: ours / stores, servers: servers / stores });
    const busy = ({ ms, ours, servers }: (typeof spent)["one"]) => (ours + servers) / ms;
    results.push({
      engine: place.engine,
      one: rate(spent.one.ms),
      two: rate(spent.two.ms),
      busy: { one: busy(spent.one), two: busy(spent.two) },
      cpu: { one: each(spent.one), two: each(spent.two) },
    });
  }
  return results;
}

function start(place: Place, data: string): ChildProcess {
  const child = spawn(process.execPath, [STORER, place.url ?? "", data], { stdio: ["pipe", "pipe", "inherit"] });
  // Whoever waits for what it says waits no longer.
  child.once(
    "exit",
    (code) => void (code !== 0 && child.stdout.emit("error", new Error(`a storing process ended: ${code}`))),
  );
  return child;
}

async function ask(child: ChildProcess, first: number, users: readonly string[]): Promise<void> {
  const answered = once(child.stdout as NodeJS.ReadableStream, "data");
  child.stdin?.write(`${first} ${STORES} ${users.join(" ")}\n`);
  await answered;
}

async function cpuOf(place: Place, children: readonly ChildProcess[]): Promise<StoreCpu> {
  const ours = children.reduce((sum, { pid }) => sum + cpuMsOf(pid ?? 0), 0);
  return { ours, servers: ((await place.serversCpuMs()) ?? []).reduce((sum, ms) => sum + ms, 0) };
}
