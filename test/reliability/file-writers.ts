import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { WORLDS } from "../../src/apps/worlds.ts";
import { sha256 } from "../../src/kernel/canonical-json.ts";
import type { Event } from "../../src/kernel/event.ts";
import type { World } from "../../src/kernel/index.ts";
import { crashWorld, FILE_KEPT, PAGE_WRITTEN } from "./crash-world.ts";
import type { CallEnd } from "./server-process.ts";

export type CallTool = (tool: string, args: Record<string, unknown>) => Promise<CallEnd>;

/** Who writes files, how, and what they must be by the log. */
export interface FileWriter {
  readonly server: string;
  readonly worlds: readonly World[];
  /** Where its files wait. */
  readonly asides: readonly string[];
  /** Makes the nth write, of a text that is never written again; answers with its hash once it is acknowledged. */
  write(call: CallTool, text: string, n: number): Promise<string | undefined>;
  /** Hashes of texts that an entry of the log says were written. */
  textsOf(event: Event): readonly (string | null)[];
  /** The hash of every file by the log, and as it is. */
  expected(events: readonly Event[]): ReadonlyMap<string, string>;
  found(folder: string): ReadonlyMap<string, string>;
}

interface CrashPayload {
  readonly sha256: string;
  readonly text: string;
  readonly puts: readonly string[];
  readonly drops: string;
}

/** Blobs, and pages that replace and remove each other. */
export const blobsAndPages: FileWriter = {
  server: "crash",
  worlds: [...WORLDS, crashWorld],
  asides: ["blobs/incoming", "pages/.incoming"],
  async write(call, text, n) {
    const { value } = await call(n % 2 === 0 ? "write_page" : "keep_file", { text });
    return value === undefined ? undefined : sha256(text);
  },
  textsOf({ payload }) {
    const { text, sha256: hash } = payload as unknown as Partial<CrashPayload>;
    return [hash ?? sha256(text ?? "")];
  },
  expected(events) {
    const files = new Map<string, string>();
    for (const { kind, payload } of events) {
      const { text, sha256: hash, puts, drops } = payload as unknown as CrashPayload;
      if (kind === FILE_KEPT) files.set(`blobs/local/sha256/${hash.slice(0, 2)}/${hash.slice(2)}`, hash);
      if (kind !== PAGE_WRITTEN) continue;
      files.delete(`pages/${drops}`);
      for (const page of puts) files.set(`pages/${page}`, sha256(text));
    }
    return files;
  },
  found: (folder) => new Map(["blobs/local", "pages"].flatMap((below) => filesBelow(folder, below))),
};

interface Change {
  readonly id: string;
  readonly after: string | null;
}
const changesIn = ({ payload }: Event) => (payload as unknown as { changes: readonly Change[] }).changes;

/** Instructions that are added, overwritten and removed, as the product does it. */
export const instructionFiles: FileWriter = {
  server: "instructions",
  worlds: WORLDS,
  asides: ["instructions/.incoming"],
  async write(call, body, n) {
    const id = `entry-${n % 5}`;
    if (n % 4 === 3) {
      await call("instructions_remove", { ids: [id] });
      return undefined;
    }
    const { value } = await call("instructions_add", { entry: { id, body }, lax: true, overwrite: true });
    return value === undefined ? undefined : sha256(body);
  },
  textsOf: (event) => changesIn(event).map(({ after }) => after),
  expected(events) {
    const files = new Map<string, string>();
    for (const { id, after } of events.flatMap(changesIn)) {
      if (after === null) files.delete(`instructions/${id}.json`);
      else files.set(`instructions/${id}.json`, after);
    }
    return files;
  },
  found(folder) {
    const files = filesBelow(folder, "instructions").filter(([path]) => path.endsWith(".json"));
    return new Map(files.map(([path]) => [path, sha256(JSON.parse(readFileSync(join(folder, path), "utf8")).body)]));
  },
};

function filesBelow(folder: string, below: string): [string, string][] {
  const top = join(folder, below);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith(".incoming"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length + 1), sha256(readFileSync(path))]);
}
