import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createRealEnv } from "../src/apps/real-env.ts";
import { SILENT_CLIENT } from "../src/kernel/client.ts";
import { openKernel } from "../src/kernel/serve.ts";
import { conformance } from "../src/worlds/conformance/index.ts";
import { createTruth } from "../src/worlds/truth/index.ts";
const N = Number(process.argv[2] ?? 1000);
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
function open(patch: boolean) {
  const folder = mkdtempSync("/tmp/t2/ab-");
  const world: any = createTruth({ folder, config: undefined, filesRoots: [], workingFolder: folder });
  if (patch) { const [m, ...more] = world.migrations; world.migrations = [{ ...m, up: (s: any, t: any, d: any) => m.up(s, t, d).map((c: any) => ({ compile: () => { const x = c.compile(); let sql = x.sql; if (/^create table/.test(sql)) sql += " without rowid"; if (/truth_entity_by_merge/.test(sql)) sql += " where merged_to is not null"; return { ...x, sql }; } })) }, ...more]; }
  const kernel = openKernel({ worlds: [world, conformance], env: createRealEnv(), log: SILENT, version: "0", folder, embedder: "none", limits: { budgets: { store: 0 }, callsPerMinute: 0 } });
  const signal = new AbortController().signal;
  return { kernel, call: async (tool: string, args: any) => { const o: any = await kernel.call({ server: tool === "test_write" ? "conformance" : "truth", name: tool, arguments: args, connection: { id: "b", transport: "stdio", client: "b" }, client: SILENT_CLIENT, signal, form: "tool" }); if (o.isError) throw new Error(JSON.stringify(o)); return o.structuredContent; } };
}
const A = open(false), B = open(true);
const dir = mkdtempSync("/tmp/t2/bare-");
const db = new Sqlite(join(dir, "bare.db")); db.pragma("journal_mode = WAL"); db.pragma("synchronous = FULL"); db.exec("create table t (id integer primary key, body text)");
const ins = db.prepare("insert into t (body) values (?)");
const row = (i: number) => ({ entity_type: "company", name: `Company ${i} Holdings`, website: `https://company${i}.example`, country: "DE", industry: "software", description: "A company that makes software for people who make software.", employees: i });
const args = (i: number) => ({ idempotency_key: `k${i}`, entities: [row(i)] });
const pct = (a: number[], p: number) => [...a].sort((x, y) => x - y)[Math.floor(a.length * p)]!.toFixed(3);
const t: Record<string, number[]> = { A: [], B: [], W: [], bare: [] };
for (let i = 0; i < N + 100; i++) {
  for (const [n, f] of [["A", () => A.call("store_structured", args(i))], ["B", () => B.call("store_structured", args(i))], ["W", () => B.call("test_write", { text: JSON.stringify(args(i)) })], ["bare", async () => ins.run(JSON.stringify(args(i)))]] as const) { const s = performance.now(); await f(); if (i >= 100) t[n]!.push(performance.now() - s); }
}
for (const n of ["A", "B", "W", "bare"]) console.log(n, "p25", pct(t[n]!, .25), "p50", pct(t[n]!, .5), "p95", pct(t[n]!, .95), "ratio p25", (Number(pct(t[n]!, .25)) / Number(pct(t.bare!, .25))).toFixed(2), "p50", (Number(pct(t[n]!, .5)) / Number(pct(t.bare!, .5))).toFixed(2));
await A.kernel.close(); await B.kernel.close();
