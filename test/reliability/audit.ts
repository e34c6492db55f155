import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { openKernel } from "../../src/kernel/serve.ts";
import { createMemoryLog } from "../kit/kernel.ts";
import { crashWorld } from "./crash-world.ts";
import type { Ack } from "./server-process.ts";

/** What a data folder holds, and everything that is wrong with it. */
export interface Audit {
  readonly entries: number;
  /** Texts, or hashes of texts, of every recorded write. */
  readonly recorded: ReadonlySet<string>;
  /** Acknowledged writes that the log does not have. */
  readonly lost: readonly string[];
  readonly corrupt: readonly string[];
}

interface Row {
  readonly id: string;
  readonly seq: number;
  readonly payload: string;
}

/** Looks at a folder the way a stranger would: the engine's own check, the chain, the replay, every blob named by an event. */
export async function audit(folder: string, server: string, acks: readonly Ack[]): Promise<Audit> {
  const corrupt: string[] = [];
  const rows = readLog(join(folder, "bailiwick.db"), corrupt);
  const seqs = new Map(rows.map((row) => [row.id, row.seq]));
  const recorded = new Set<string>();
  for (const row of rows) {
    const { text, sha256 } = JSON.parse(row.payload) as { text?: string; sha256?: string };
    recorded.add(text ?? sha256 ?? row.id);
    if (sha256 !== undefined && !existsSync(join(folder, "blobs/local/sha256", sha256.slice(0, 2), sha256.slice(2)))) {
      corrupt.push(`entry ${row.seq} names a blob that is missing`);
    }
  }
  corrupt.push(...(await checkWithKernel(folder, server)));
  return {
    entries: rows.length,
    recorded,
    lost: acks.filter((ack) => seqs.get(ack.eventId) !== ack.seq).map((ack) => ack.text),
    corrupt,
  };
}

/** How a text is found in `recorded`: the world with blobs records only hashes. */
export function mark(server: string, text: string): string {
  return server === "crash" ? createHash("sha256").update(text).digest("hex") : text;
}

function readLog(file: string, corrupt: string[]): Row[] {
  const db = new Sqlite(file, { readonly: true });
  try {
    const health = db.pragma("integrity_check", { simple: true });
    if (health !== "ok") corrupt.push(`integrity_check: ${health}`);
    return db.prepare("select id, seq, payload from event where kind <> 'refused' order by seq").all() as Row[];
  } finally {
    db.close();
  }
}

async function checkWithKernel(folder: string, server: string): Promise<string[]> {
  const kernel = openKernel({
    worlds: server === "crash" ? [...WORLDS, crashWorld] : WORLDS,
    env: createRealEnv(),
    log: createMemoryLog(),
    version: "0.0.0-audit",
    folder,
    readOnly: true,
  });
  try {
    const { bad, damage, findings } = await kernel.verify({ full: true });
    const { live, rebuilt } = await kernel.replay();
    return [
      ...damage,
      ...findings.map(({ what, reason }) => `${what}: ${reason}`),
      ...(bad === undefined ? [] : [`entry ${bad.seq} ${bad.reason}`]),
      ...(live.root === rebuilt.root ? [] : ["the projections do not follow from the log"]),
    ];
  } finally {
    await kernel.close();
  }
}
