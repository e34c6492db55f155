import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Space } from "../corpus.ts";
import type { VectorEndpoint } from "./vector-endpoint.ts";

/** A world that conversations are brought into and asked through, by its tools alone. */
export interface Door {
  /** Ids of the first so many turns that answer, best first. */
  ask(question: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
}

/** What a door works in: a data folder, and a configuration without limits, which are for agents. */
export interface Workplace {
  readonly folder: string;
  readonly flags: readonly string[];
  remove(): void;
}

export function makeWorkplace({ embedder }: VectorEndpoint): Workplace {
  const folder = mkdtempSync(join(tmpdir(), "bench-through-"));
  const config = join(folder, "bailiwick.config.json");
  writeFileSync(config, JSON.stringify({ embedder, limits: { writes_per_minute: 0, calls_per_minute: 0 } }));
  return {
    folder,
    flags: ["--data", join(folder, "data"), "--config", config],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What one turn says: a picture is told of in words. */
export function wordsOf({ text, caption }: Space["documents"][number]): string {
  return caption === undefined ? text : `${text} ${caption}`;
}

const WAIT_MS = 250;
const WAITS_MAX = 4000;

/** Asks until the answer no longer says that vectors are missing. */
export async function untilWhole(note: () => Promise<string>): Promise<void> {
  for (let waited = 0; waited < WAITS_MAX; waited += 1) {
    if (!(await note()).includes("wait for their vector")) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error("the vectors did not come");
}
