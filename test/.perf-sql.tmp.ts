import { mkdtempSync } from "node:fs";
import Sqlite from "better-sqlite3";
const counts = new Map<string, { n: number; ms: number }>();
let on = false;
const proto = Object.getPrototypeOf(new Sqlite(":memory:").prepare("select 1"));
for (const m of ["run", "all", "get"]) { const orig = proto[m]; proto[m] = function (...a: any[]) { const t = performance.now(); try { return orig.apply(this, a); } finally { if (on) { const k = this.source.replace(/\s+/g, " ").slice(0, 90); const c = counts.get(k) ?? { n: 0, ms: 0 }; c.n++; c.ms += performance.now() - t; counts.set(k, c); } } }; }
const oexec = Sqlite.prototype.exec; Sqlite.prototype.exec = function (s: string) { const t = performance.now(); try { return oexec.call(this, s); } finally { if (on) { const c = counts.get(s) ?? { n: 0, ms: 0 }; c.n++; c.ms += performance.now() - t; counts.set(s, c); } } } as any;
const { openHouse } = await import("../bench/truth/house.ts");
const dir = mkdtempSync("/tmp/t2/sql-");
const house = openHouse(dir, false);
const row = (i: number) => ({ entity_type: "company", name: `Company ${i} Holdings`, website: `https://company${i}.example`, country: "DE", industry: "software", description: "A company that makes software for people who make software.", employees: i });
const N = 1000;
for (let i = 0; i < 200; i++) await house.call("store_structured", { idempotency_key: `w${i}`, entities: [row(-i - 1)] });
on = true; const t = performance.now();
for (let i = 0; i < N; i++) await house.call("store_structured", { idempotency_key: `k${i}`, entities: [row(i)] });
const all = performance.now() - t; on = false;
let sql = 0, n = 0;
for (const [k, v] of [...counts].sort((a, b) => b[1].ms - a[1].ms)) { sql += v.ms; n += v.n; console.log((v.ms / N * 1000).toFixed(1).padStart(8), "µs", (v.n / N).toFixed(1), k); }
console.log("per store: all", (all / N).toFixed(3), "ms; engine", (sql / N).toFixed(3), "ms; statements", n / N);
await house.close();
