import { expect, vi } from "vitest";
import { graph } from "../../src/worlds/graph/index.ts";
import { dumpEverything } from "./dump.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";

/** What a call came to, as a client reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = any;

interface From {
  readonly user?: string;
  readonly connection?: string;
}

export interface TestGraph extends TestKernel {
  /** Calls a tool and answers with its structured content, pulse and all. */
  ask(tool: string, args?: Record<string, unknown>, from?: From): Promise<Answer>;
  /** Like `ask` for a call that must be refused: answers with the error and sees to it that nothing but the refusal was kept. */
  refused(tool: string, args?: Record<string, unknown>, from?: From): Promise<Answer>;
  /** Stores texts one after another and answers with their ids. */
  put(...contents: string[]): Promise<string[]>;
  /** Waits until the kernel's index has the vectors of all that was stored. For SQLite, where there always are some. */
  vectorsMade(): Promise<void>;
  root(): Promise<string>;
}

/** A kernel with the graph world on a folder of its own, with the bundled model and without limits. */
export async function openTestGraph(options: Omit<TestKernelOptions, "worlds"> = {}): Promise<TestGraph> {
  const folder = options.folder ?? temporaryFolder();
  const kernel = await openTestKernel({ embedder: { provider: "bundled" }, ...options, folder, worlds: [graph] });
  const ask: TestGraph["ask"] = async (tool, args = {}, from = {}) => {
    const outcome = await kernel.callTool(tool, args, from);
    if (!("structuredContent" in outcome)) throw new Error(`no structured content: ${JSON.stringify(outcome)}`);
    return outcome.structuredContent;
  };
  /** All but the log, which holds the refusal itself, and what waits for a vector, which goes on by itself. */
  const everything = async () => {
    const { tables } = (await dumpEverything(kernel)) as { tables: Record<string, unknown> };
    const kept = Object.entries(tables).filter(([table]) => table.startsWith("graph_"));
    return { kept, root: await kernel.stateRoot() };
  };
  return {
    ...kernel,
    ask,
    async put(...contents) {
      const ids: string[] = [];
      for (const content of contents) {
        const { fingerprintId, error } = await ask("store_memory", { content });
        if (error !== undefined) throw new Error(`not stored: ${JSON.stringify(error)}`);
        ids.push(fingerprintId);
      }
      return ids;
    },
    async refused(tool, args, from) {
      const before = await everything();
      const { error } = await ask(tool, args, from);
      if (error === undefined) throw new Error(`${tool} was not refused`);
      expect(await everything()).toEqual(before);
      return error;
    },
    async vectorsMade() {
      await vi.waitFor(
        async () => {
          const { tables } = await dumpEverything(kernel);
          const spaces = tables.search_space as string[];
          expect(spaces.filter((space) => !space.includes('"pending":0'))).toEqual([]);
        },
        { timeout: 20_000, interval: 50 },
      );
    },
    root: async () => (await kernel.stateRoot()).root,
  };
}
