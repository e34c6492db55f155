import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import type { Env } from "../../src/kernel/env.ts";
import { openKernel } from "../../src/kernel/kernel.ts";
import { graph } from "../../src/worlds/graph/index.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestGraph, type TestGraph } from "./graph.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

// Fingerprints need the sentence model, which takes seconds to load. These memories are stored once a run, by the tools
// themselves, and copied: whoever looks at what is there needs no model.

const FILE = "bailiwick.db";
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const START = Date.UTC(2026, 0, 1);
/** When tests go on with what was stored. */
const LATER = START + 60_000;

const TEXTS = {
  rain: { content: "The heavy rain causes a flood of the river.", importance: 0.9 },
  flood: { content: "The flood of the river leads to a closed road.", importance: 0.8 },
  road: { content: "Because of the closed road, the school bus was late.", importance: 0.6 },
  harbour1: { content: "The harbour wall of Aldsund was built of granite blocks in 1911.", importance: 0.7 },
  harbour2: { content: "Granite blocks for the harbour wall of Aldsund came by ship in 1911.", importance: 0.7 },
  harbour3: { content: "The harbour of Aldsund got a second wall of granite in 1954.", importance: 0.5 },
  harbour4: { content: "Ships in the harbour of Aldsund are safe behind the granite wall.", importance: 0.5 },
  bread1: { content: "Sourdough bread needs a warm place to rise overnight.", importance: 0.4 },
  bread2: { content: "The sourdough bread needs a warm place to rise over night.", importance: 0.4 },
  bread3: { content: "Rye flour makes sourdough bread rise slowly and taste sour.", importance: 0.3 },
  bread4: { content: "Bake the sourdough bread in a hot oven with steam.", importance: 0.3 },
  code: {
    content: "function closeRoad(river) { if (river.level > 4) return gate.lower(); }",
    importance: 0.5,
    modality: "code",
  },
  odd: { content: "Zebras.", importance: 0.1 },
} as const;

export type Name = keyof typeof TEXTS;
type Ids = Record<Name, string>;

export interface FilledGraph extends TestGraph {
  readonly ids: Ids;
  readonly env: Env;
}

/** A graph of thirteen memories about a flood, a harbour and bread, stored a second apart, on a copy of its own. */
export async function openFilledGraph(): Promise<FilledGraph> {
  const [database, ids] = await template();
  const folder = temporaryFolder();
  copyFileSync(database, join(folder, FILE));
  const env = createSimulatedEnv("filled", LATER);
  const opened = await openTestGraph({ folder, env, embedder: "none" });
  return { ...opened, ids, env };
}

async function template(): Promise<[string, Ids]> {
  const base = join(inject("runFolder"), "filled-graph");
  const [database, names] = [`${base}.db`, `${base}.json`];
  if (!existsSync(names)) {
    const folder = mkdtempSync(join(tmpdir(), "bailiwick-filled-"));
    const ids = await fill(folder);
    // Others may be making the same: whoever is last wins, with the same content.
    renameSync(join(folder, FILE), database);
    writeFileSync(`${names}.${process.pid}`, JSON.stringify(ids));
    renameSync(`${names}.${process.pid}`, names);
    rmSync(folder, { recursive: true });
  }
  return [database, JSON.parse(readFileSync(names, "utf8")) as Ids];
}

async function fill(folder: string): Promise<Ids> {
  const env = createSimulatedEnv("fill", START);
  const kernel = openKernel({ worlds: [graph], env, log: QUIET, version: "0.0.0-template", folder });
  const ids: Partial<Ids> = {};
  for (const [name, text] of Object.entries(TEXTS)) {
    const outcome = await kernel.call({
      server: "graph",
      name: "store_memory",
      arguments: text,
      connection: { id: "fill", transport: "stdio", client: "fill" },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form: "tool",
    });
    const { fingerprintId } = (outcome as { structuredContent: { fingerprintId?: string } }).structuredContent;
    if (fingerprintId === undefined) throw new Error(`not stored: ${JSON.stringify(outcome)}`);
    ids[name as Name] = fingerprintId;
    await env.sleep(1000);
  }
  await kernel.close();
  return ids as Ids;
}
