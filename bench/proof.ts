import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRealEnv } from "../src/apps/real-env.ts";
import { WORLDS } from "../src/apps/worlds.ts";
import { appendEvent } from "../src/kernel/events/index.ts";
import { NO_INDEX } from "../src/kernel/search.ts";
import { type Kernel, openKernel } from "../src/kernel/serve.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { table } from "./kit/table.ts";

const SIZES = [100_000, 1_000_000];
const NEW_ENTRIES = 100;
const ENTRIES_PER_WRITE = 5000;
const QUICK_MS_MAX = 2000;
const DOOR = fileURLToPath(new URL("../bin/bailiwick.js", import.meta.url));

/** Milliseconds of a whole command, its start included. */
interface Measured {
  readonly entries: number;
  readonly fullMs: number;
  readonly quickMs: number;
  readonly checkpointMs: number;
  readonly checkpointBytes: number;
  readonly againstCheckpointMs: number;
  readonly proveMs: number;
  readonly checkProofMs: number;
}

interface ProofResult {
  readonly loadBefore: number;
  readonly sizes: readonly Measured[];
  readonly targets: readonly Target[];
}

/** What proof costs at the length of logs that teams have. */
export const bench: Bench<ProofResult> = {
  name: "proof",
  summary: "verify, checkpoint and prove on logs of 100 000 and 1 000 000 entries",
  async run({ progress }) {
    const loadBefore = loadavg()[0] ?? 0;
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    try {
      const sizes: Measured[] = [];
      for (const entries of SIZES) sizes.push(await measure(folder, entries, progress));
      const last = sizes.at(-1);
      const quick = {
        target: `quick at most ${QUICK_MS_MAX} ms at ${last?.entries} entries after ${NEW_ENTRIES} new ones`,
        measured: `${last?.quickMs.toFixed(0)} ms`,
        met: (last?.quickMs ?? Number.POSITIVE_INFINITY) <= QUICK_MS_MAX,
      };
      return { loadBefore, sizes, targets: [quick] };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  print({ loadBefore, sizes, targets }) {
    const row = (name: string, value: (of: Measured) => number) => [name, ...sizes.map((of) => value(of).toFixed(0))];
    return [
      `load before: ${loadBefore.toFixed(1)}`,
      ...table(
        ["ms, process start included", ...sizes.map(({ entries }) => String(entries))],
        [
          row("verify --full", ({ fullMs }) => fullMs),
          row(`verify after ${NEW_ENTRIES} new`, ({ quickMs }) => quickMs),
          row("checkpoint", ({ checkpointMs }) => checkpointMs),
          row("checkpoint, bytes", ({ checkpointBytes }) => checkpointBytes),
          row("verify --checkpoint", ({ againstCheckpointMs }) => againstCheckpointMs),
          row("prove", ({ proveMs }) => proveMs),
          row("verify-proof", ({ checkProofMs }) => checkProofMs),
        ],
      ),
      "",
      ...targets.map(({ target, measured, met }) => `${met ? "met" : "not met"}: ${target}: ${measured}`),
    ];
  },
};

async function measure(folder: string, entries: number, progress: (line: string) => void): Promise<Measured> {
  progress(`filling up to ${entries} entries`);
  const id = await fillUpTo(folder, entries);
  progress("verify --full");
  const fullMs = timed(["verify", "--full", "--data", folder]);
  await fillUpTo(folder, entries + NEW_ENTRIES);
  progress("verify");
  const quickMs = timed(["verify", "--data", folder]);
  progress("checkpoint, verify --checkpoint, prove");
  const [checkpoint, proof] = [join(folder, "kept.json"), join(folder, "proof.json")];
  const checkpointMs = timed(["checkpoint", checkpoint, "--data", folder]);
  const againstCheckpointMs = timed(["verify", "--checkpoint", checkpoint, "--data", folder]);
  const proveMs = timed(["prove", id, "--out", proof, "--data", folder]);
  const { key } = JSON.parse(await readFile(checkpoint, "utf8")) as { key: string };
  const checkProofMs = timed(["verify-proof", proof, "--key", key]);
  const { size } = await stat(checkpoint);
  return { entries, fullMs, quickMs, checkpointMs, checkpointBytes: size, againstCheckpointMs, proveMs, checkProofMs };
}

function timed(args: readonly string[]): number {
  const startMs = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [DOOR, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`bailiwick ${args[0]} ended with ${status}: ${stdout}${stderr}`);
  return performance.now() - startMs;
}

/** Entries as the tool writes them, many in one transaction; answers with the id of the last. */
async function fillUpTo(folder: string, entries: number): Promise<string> {
  const env = createRealEnv();
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const kernel: Kernel = openKernel({
    worlds: WORLDS,
    env,
    log,
    version: "0.0.0-bench",
    folder,
    embedder: "none",
  });
  const origin = {
    tenant: "local",
    server: "conformance",
    tool: "test_write",
    actor: { user: "local", agent: "bench", client: "bench" },
    approvalId: null,
  };
  try {
    const world = (await kernel.worlds()).find(({ name }) => name === "conformance");
    const database = await kernel.parts.database();
    let last = { seq: 0, id: "" };
    do {
      last = await database.write("local", async (sql) => {
        let event = await appendEvent(sql, env, origin, { kind: "note.written", payload: { text: `${env.id()}` } });
        await world?.apply(event, sql, NO_INDEX);
        const until = Math.min(event.seq + ENTRIES_PER_WRITE, entries);
        while (event.seq < until) {
          const payload = { text: `note ${event.seq} of a long log, as long as a sentence is` };
          event = await appendEvent(sql, env, origin, { kind: "note.written", payload });
          await world?.apply(event, sql, NO_INDEX);
        }
        return event;
      });
    } while (last.seq < entries);
    return last.id;
  } finally {
    await kernel.close();
  }
}
