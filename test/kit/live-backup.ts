import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { runCli, startStdio } from "./processes.ts";

/** What became of a backup that was made while others wrote. */
export interface LiveBackup {
  /** Writes that were acknowledged before it began, and in all. */
  readonly before: number;
  readonly written: number;
  readonly perSecond: number;
  /** Of those before, how many the restored folder does not have. */
  readonly missing: number;
  readonly restored: number;
  readonly said: readonly string[];
}

/** Writes notes and sources through two processes, backs up in the midst of it, and restores. */
export async function backUpWhileWriting(
  folder: string,
  first: number,
  paceMs: number,
  databaseUrl?: string,
): Promise<LiveBackup> {
  const data = join(folder, "data");
  const database = databaseUrl === undefined ? [] : ["--database", databaseUrl];
  const notes = startStdio("conformance", ["--data", data, ...database]);
  // So many files a minute are more than one user may usually bring.
  const config = join(folder, "bailiwick.config.json");
  writeFileSync(config, JSON.stringify({ limits: { store_per_minute: 0 } }));
  const sources = startStdio("truth", ["--data", data, "--config", config, ...database]);
  await Promise.all([notes.initialize(), sources.initialize()]);
  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  let goesOn = true;
  let next = 0;
  let inFlight = 0;
  let wake = () => {};
  const startedMs = performance.now();

  async function writeOne(n: number): Promise<void> {
    // Every tenth brings a file of its own: what lies beside the database must be in the backup too.
    if (n % 10 === 0) {
      const content = Buffer.from(`Meeting ${n} in room ${n}.`).toString("base64");
      const args = { idempotency_key: `k${n}`, file_content: content, mime_type: "text/plain" };
      const { result } = await sources.callTool("store_unstructured", args);
      if (result.isError) throw new Error(JSON.stringify(result));
      acknowledged.push(result.structuredContent.source_id);
    } else {
      const { result } = await notes.callTool("test_write", { text: `note ${n}` });
      if (result.isError) throw new Error(JSON.stringify(result));
      acknowledged.push(result.structuredContent.id);
    }
  }

  async function pump(): Promise<void> {
    while (goesOn) {
      const due = Math.floor((performance.now() - startedMs) / paceMs);
      while (next < due && inFlight < 100) {
        inFlight += 1;
        next += 1;
        void writeOne(next)
          .catch((error) => refused.push(error))
          .finally(() => {
            inFlight -= 1;
            wake();
          });
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    while (inFlight > 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }

  const pumping = pump();
  while (acknowledged.length < first) await new Promise((resolve) => setTimeout(resolve, 5));
  const before = [...acknowledged];
  const backedUp = await runCli(["backup", "live.tar", "--data", data, ...database], { cwd: folder });
  const perSecond = Math.round((acknowledged.length / (performance.now() - startedMs)) * 1000);
  goesOn = false;
  await pumping;
  if (refused.length > 0) throw refused[0];
  await Promise.all([notes.end(), sources.end()]);
  const restored = await runCli(["restore", "live.tar", "--data", "restored"], { cwd: folder });
  const verified = await runCli(["verify", "--full", "--data", "restored"], { cwd: folder });
  const kept = idsIn(join(folder, "restored", "bailiwick.db"));
  return {
    before: before.length,
    written: acknowledged.length,
    perSecond,
    missing: before.filter((id) => !kept.has(id)).length,
    restored: kept.size,
    said: [backedUp, restored, verified].map(
      ({ code, stdout, stderr }) => `${code} ${stdout.split("\n")[0]}${code ? stderr : ""}`,
    ),
  };
}

function idsIn(file: string): Set<string> {
  const db = new Sqlite(file, { readonly: true });
  try {
    const rows = db.prepare("select id from conformance_note union select id from truth_source").all() as {
      id: string;
    }[];
    return new Set(rows.map(({ id }) => id));
  } finally {
    db.close();
  }
}
