import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openHouse } from "../bench/truth/house.ts";
const N = Number(process.argv[2] ?? 2000);
const dir = mkdtempSync("/tmp/t2/perf-");
const house = openHouse(dir, false);
const row = (i: number) => ({ entity_type: "company", name: `Company ${i} Holdings`, website: `https://company${i}.example`, country: "DE", industry: "software", description: "A company that makes software for people who make software.", employees: i });
const args = (i: number) => ({ idempotency_key: `k${i}`, entities: [row(i)] });
// bare
const db = new Sqlite(join(dir, "bare.db")); db.pragma("journal_mode = WAL"); db.pragma("synchronous = FULL");
db.exec("create table t (id integer primary key, body text)");
const ins = db.prepare("insert into t (body) values (?)");
const pct = (a: number[], p: number) => { a = [...a].sort((x, y) => x - y); return a[Math.floor(a.length * p)]!.toFixed(3); };
for (let i = 0; i < 50; i++) { await house.call("store_structured", args(-1 - i)); ins.run(JSON.stringify(args(-1 - i))); }
const a: number[] = [], b: number[] = [];
const t0 = performance.now();
for (let i = 0; i < N; i++) {
  let t = performance.now(); await house.call("store_structured", args(i)); a.push(performance.now() - t);
  t = performance.now(); ins.run(JSON.stringify(args(i))); b.push(performance.now() - t);
}
console.log("n", N, "store p50", pct(a, .5), "p95", pct(a, .95), "| bare p50", pct(b, .5), "p95", pct(b, .95), "ratio of p50", (Number(pct(a, .5)) / Number(pct(b, .5))).toFixed(2), "sum ratio", (a.reduce((x, y) => x + y) / b.reduce((x, y) => x + y)).toFixed(2));
await house.close();
