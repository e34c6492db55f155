import { mkdtempSync } from "node:fs";
import { openHouse } from "../bench/truth/house.ts";
const dir = mkdtempSync("/tmp/t2/bulk-");
const house = openHouse(dir, false);
const row = (i: number, n: number) => ({ entity_type: "company", name: `Company ${i} Holdings`, website: `https://company${i}.example`, country: "DE", industry: `ind ${n}`, description: "A company that makes software for people who make software.", employees: i + n });
const E = Number(process.argv[2] ?? 10000), O = Number(process.argv[3] ?? 3);
for (let n = 0; n < O; n++) { const t = performance.now(); let last = 0;
  for (let f = 0; f < E; f += 1000) { const s = performance.now(); await house.call("store_structured", { idempotency_key: `b${n} ${f}`, entities: Array.from({ length: 1000 }, (_, i) => row(f + i, n)) }); last = performance.now() - s; }
  console.log("round", n, (E / ((performance.now() - t) / 1000)).toFixed(0), "rows/s, last batch ms", last.toFixed(0)); }
const ts: number[] = [];
for (let i = 0; i < 300; i++) { const s = performance.now(); await house.call("store_structured", { idempotency_key: `one ${i}`, entities: [row((i * 37) % E, 99)] }); ts.push(performance.now() - s); }
ts.sort((a, b) => a - b); console.log("one store on known entity p50", ts[150]!.toFixed(2), "p95", ts[285]!.toFixed(2));
await house.close();
