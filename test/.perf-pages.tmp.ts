import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openHouse } from "../bench/truth/house.ts";
const dir = mkdtempSync("/tmp/t2/pages-");
const house = openHouse(dir, false);
const row = (i: number) => ({ entity_type: "company", name: `Company ${i} Holdings`, website: `https://company${i}.example`, country: "DE", industry: "software", description: "A company that makes software for people who make software.", employees: i });
for (let i = 0; i < 500; i++) await house.call("store_structured", { idempotency_key: `k${i}`, entities: [row(i)] });
const wal = join(dir, "bailiwick.db-wal");
const before = readFileSync(wal).length;
await house.call("store_structured", { idempotency_key: `k500`, entities: [row(500)] });
const buf = readFileSync(wal);
const pages: number[] = [];
// commit frames: find the last two commits
const frames: { page: number; commit: number }[] = [];
const salt = buf.readBigUInt64BE(16);
for (let off = 32; off + 4120 <= buf.length; off += 4120) { if (buf.readBigUInt64BE(off + 8) !== salt) break; frames.push({ page: buf.readUInt32BE(off), commit: buf.readUInt32BE(off + 4) }); }
let end = frames.length - 1; let start = end - 1; while (start >= 0 && frames[start]!.commit === 0) start--;
for (const f of frames.slice(start + 1, end + 1)) pages.push(f.page);
console.log("frames in last commit", pages.length, "bytes", pages.length * 4120);
await house.close();
const db = new Sqlite(join(dir, "bailiwick.db"));
let names: Map<number, string> = new Map();
try { for (const r of db.prepare("select name, pageno from dbstat").all() as any[]) names.set(r.pageno, r.name); } catch (e) { console.log(String(e)); }
if (names.size === 0) { for (const r of db.prepare("select name, rootpage from sqlite_master").all() as any[]) names.set(r.rootpage, r.name); }
console.log(pages.map((p) => `${names.get(p) ?? p}`).sort().join("\n"));
