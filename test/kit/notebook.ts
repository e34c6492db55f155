import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ConstraintConfig } from "../../src/worlds/notebook/config.ts";
import { notebookWith, type VectorAdapters } from "../../src/worlds/notebook/index.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";

/** The time of every file a test writes, so that answers can be compared whole. */
export const FILE_TIME = Date.UTC(2025, 2, 1);

export interface NotebookOptions extends Omit<TestKernelOptions, "worlds" | "config"> {
  /** Files below the notebook folder, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly config?: { readonly constraints?: Partial<ConstraintConfig>; readonly [key: string]: unknown };
  readonly vectorAdapters?: VectorAdapters;
}

/** By words only: vectors come when they come, and a test must not depend on when. */
const NO_MODEL = { provider: "path", folder: "/nowhere" } as const;

/** What a call came to, as a client reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = any;

export interface TestNotebook extends TestKernel {
  readonly root: string;
  /** Calls a tool and answers with its structured content. */
  ask(tool: string, args?: Record<string, unknown>, connection?: string): Promise<Answer>;
  write(path: string, content: string | Uint8Array, at?: number): void;
  remove(path: string): void;
}

/** A kernel with the notebook world on a folder of its own. */
export async function openTestNotebook(options: NotebookOptions = {}): Promise<TestNotebook> {
  const { files = GARDEN, config, vectorAdapters, ...rest } = options;
  const folder = options.folder ?? temporaryFolder();
  const root = join(folder, "notebooks");
  const write = (path: string, content: string | Uint8Array, at = FILE_TIME) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    utimesSync(join(root, path), at / 1000, at / 1000);
  };
  mkdirSync(root, { recursive: true });
  for (const [path, content] of Object.entries(files)) write(path, content);
  const kernel = await openTestKernel({
    embedder: NO_MODEL,
    ...rest,
    folder,
    config: { notebook: config },
    worlds: [notebookWith(vectorAdapters ?? {})],
  });
  return {
    ...kernel,
    root,
    write,
    remove: (path) => rmSync(join(root, path), { recursive: true }),
    async ask(tool, args = {}, connection = "test") {
      const outcome = await kernel.callTool(tool, args, { connection });
      if (!("structuredContent" in outcome)) throw new Error(`no structured content: ${JSON.stringify(outcome)}`);
      return outcome.structuredContent;
    },
  };
}

/** A small library: two collections, every text format, one artifact set. */
const GARDEN: Readonly<Record<string, string>> = {
  "garden/collection.json": JSON.stringify({
    collection_id: "garden",
    title: "Garden",
    domain_tags: ["plants"],
    created_at: "2025-01-01",
  }),
  "garden/notebooks/water.md": `---
notebook_id: water
title: Water
author: Ada
created_at: 2025-02-03
tags: [water]
---
# Barrel

The barrel fills in one night of steady rain.

# Drought

Seedlings are watered first, then tomatoes.

## Mulch

A mulch of cut grass kept the bed damp for four days.
`,
  "garden/notebooks/deep/tools.txt": "The spade hangs in the shed.\n\nThe rake is lent to the neighbour.\n",
  "garden/notebooks/sensor.ipynb": JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      { cell_type: "markdown", metadata: {}, source: ["# Sensor\n", "It measures moisture."] },
      { cell_type: "code", metadata: { timestamp: "2025-02-10T12:00:00Z" }, outputs: [], source: "print('moisture')" },
    ],
  }),
  "garden/notebooks/seeds.json": JSON.stringify({
    title: "Seeds",
    created_at: "2025-02-20",
    pages: [{ text: "Beans are dry and counted." }, { text: "Carrot seed must stay cool.", page: 7 }],
  }),
  "garden/artifacts/overview/set.json": JSON.stringify({
    artifact_set_id: "overview",
    artifact_type: "summary",
    status: "offered",
    created_at: "2025-03-02T00:00:00Z",
    source_notebooks: ["water"],
    created_by: "synthesis_pipeline",
  }),
  "garden/artifacts/overview/short.md": "Water in the evening.",
  "garden/artifacts/overview/short.provenance.json": JSON.stringify({
    source_notebooks: ["water"],
    transformation_steps: [
      { step_order: 1, tool: "summary_generator", timestamp: "2025-03-02T00:00:00Z", parameters: { max_length: 50 } },
    ],
    created_at: "2025-03-02T00:00:00Z",
    created_by: "synthesis_pipeline",
  }),
  "kitchen/collection.json": JSON.stringify({ title: "Kitchen" }),
  "kitchen/notebooks/bread.md": "Bread needs water, flour and time.\n",
};
