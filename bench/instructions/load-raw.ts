import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// The measure of every load: reads and parses the files of a folder, and nothing else.
const folder = process.argv[2] ?? "";
const startedMs = performance.now();
const values: unknown[] = [];
for (const name of readdirSync(folder)) values.push(JSON.parse(readFileSync(join(folder, name), "utf8")));
const loadMs = performance.now() - startedMs;
process.stdout.write(JSON.stringify({ loadMs, entries: values.length }));
