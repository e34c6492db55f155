import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../src/apps/usage-error.ts";
import { DOCUMENTS } from "../test/kit/documents.ts";
import { distinctFile } from "./ingest/distinct-file.ts";
import type { Bench } from "./kit/bench.ts";

/** INGEST_BENCH_MIB makes it smaller for a quick look, and is no proof then. */
const MIB_IN_ALL = 1024;
const MIB = 1024 * 1024;
const MEMORY_MIB_MAX = 512;
/** Most of what people keep is a few pages; now and then there is a long one. */
const PADDING_BYTES = [2_000, 20_000, 400_000];
const BIN = fileURLToPath(new URL("../bin/bailiwick.js", import.meta.url));

export interface IngestResult {
  readonly files: number;
  readonly mib: number;
  readonly hashSeconds: number;
  readonly importSeconds: number;
  /** How many times as long as reading and hashing the same files. */
  readonly ratio: number;
  /** Of the process that imports; its parsers have limits of their own. */
  readonly peakMib: number | undefined;
  readonly said: string;
}

/** A folder of files of every kind that are all different. */
async function fill(folder: string, bytesInAll: number): Promise<string[]> {
  const isProse = (name: string) => /\.(?:txt|md|html|eml)$/.test(name);
  const texts = Object.keys(DOCUMENTS).filter(isProse);
  const others = Object.keys(DOCUMENTS).filter((name) => !isProse(name));
  const paths: string[] = [];
  for (let bytes = 0; bytes < bytesInAll; ) {
    const n = paths.length;
    const isText = n % 3 !== 0;
    const name = (isText ? texts[n % texts.length] : others[Math.floor(n / 3) % others.length]) as string;
    const content = distinctFile(name, n);
    const sentence = `Paragraph ${n} is about oak, ash and 12 March 2026, and costs 12.50 EUR. `;
    const padding = isText
      ? sentence.repeat(Math.ceil((PADDING_BYTES[n % PADDING_BYTES.length] ?? 0) / sentence.length))
      : "";
    const file = isText ? Buffer.concat([content, Buffer.from(`\n\n${padding}\n`)]) : content;
    const path = join(folder, String(n % 50), `${n}-${name}`);
    await mkdir(join(folder, String(n % 50)), { recursive: true });
    await writeFile(path, file);
    paths.push(path);
    bytes += file.length;
  }
  return paths;
}

async function hashAll(paths: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const digests = new Set<string>();
  for (const path of paths) {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    digests.add(hash.digest("hex"));
  }
  // A file that was there before is not read again, and would cost next to nothing.
  if (digests.size < paths.length) throw new Error(`${paths.length - digests.size} files repeat another`);
  return (performance.now() - startedMs) / 1000;
}

/** Imports as a person does, and looks at the memory of the process meanwhile. */
async function importAll(folder: string, data: string): Promise<{ seconds: number; peakMib?: number; said: string }> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [BIN, "import", "folder", folder, "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  let peakMib: number | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const watch = setInterval(() => {
    peakMib = Math.max(peakMib ?? 0, residentMib(child.pid) ?? 0) || undefined;
  }, 100);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import ended with ${code}: ${said}`);
  const seconds = (performance.now() - startedMs) / 1000;
  return { seconds, said: said.trim().split("\n").at(-1) ?? "", ...(peakMib !== undefined && { peakMib }) };
}

/** Only Linux tells. */
function residentMib(pid: number | undefined): number | undefined {
  try {
    const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}

/** What bringing in a folder of mixed files costs, beside reading and hashing them. */
export const bench: Bench<IngestResult> = {
  name: "ingest",
  summary: "a mixed folder of a gigabyte brought in, as a ratio to reading and hashing it, and the memory that takes",
  print: ({ files, mib, hashSeconds, importSeconds, ratio, peakMib, said }) => [
    `${files} files, ${mib.toFixed(1)} MiB`,
    `read and hashed in ${hashSeconds.toFixed(2)} s, brought in within ${importSeconds.toFixed(1)} s: ${ratio.toFixed(1)} times as long, ${(mib / importSeconds).toFixed(2)} MiB/s`,
    peakMib === undefined
      ? "memory: not told by this system"
      : `memory: ${peakMib.toFixed(0)} MiB at most (target under ${MEMORY_MIB_MAX})`,
    said,
  ],
  async run({ corpus, progress }) {
    if (corpus !== undefined) throw new UsageError("ingest takes no --corpus");
    const mib = Number(process.env.INGEST_BENCH_MIB ?? MIB_IN_ALL);
    if (!(mib > 0)) throw new UsageError("INGEST_BENCH_MIB must be a number of mebibytes");
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-ingest-"));
    try {
      progress(`writing ${mib} MiB of mixed files`);
      const paths = await fill(join(folder, "files"), mib * MIB);
      progress(`${paths.length} files: reading and hashing`);
      const hashSeconds = await hashAll(paths);
      progress("bringing them in");
      const { seconds, peakMib, said } = await importAll(join(folder, "files"), join(folder, "data"));
      return {
        files: paths.length,
        mib,
        hashSeconds,
        importSeconds: seconds,
        ratio: seconds / hashSeconds,
        peakMib,
        said,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
