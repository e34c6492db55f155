import { expect } from "vitest";
import { graph } from "../../src/worlds/graph/index.ts";
import { home } from "../../src/worlds/home/index.ts";
import { instructions } from "../../src/worlds/instructions/index.ts";
import { notebook } from "../../src/worlds/notebook/index.ts";
import { truth } from "../../src/worlds/truth/index.ts";
import { dumpEverything } from "./dump.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = any;

interface From {
  readonly user?: string;
  readonly connection?: string;
  readonly server?: string;
}

export interface TestHome extends TestKernel {
  /** Calls a tool of home, which must not refuse. */
  ask(tool: string, args?: Record<string, unknown>, from?: From): Promise<Answer>;
  /** A call that must be refused: answers with the error, having seen that nothing but the refusal was kept. */
  refused(tool: string, args?: Record<string, unknown>, from?: From): Promise<Answer>;
  root(): Promise<string>;
}

/** A kernel with home and all it asks, on a folder of its own, without vectors and without limits. */
export async function openTestHome(options: Omit<TestKernelOptions, "worlds"> = {}): Promise<TestHome> {
  const folder = options.folder ?? temporaryFolder();
  const kernel = await openTestKernel({
    embedder: "none",
    limits: { budgets: { store: 0, retrieve_entities: 0 } },
    ...options,
    folder,
    worlds: [home, notebook, instructions, truth, graph],
  });
  const call = async (tool: string, args: Record<string, unknown>, from: From): Promise<Answer> => {
    const outcome = await kernel.callTool(tool, args, { server: "home", ...from });
    if (!("structuredContent" in outcome)) throw new Error(`no structured content: ${JSON.stringify(outcome)}`);
    return outcome.structuredContent;
  };
  const everything = async () => {
    const { tables, files } = (await dumpEverything(kernel)) as { tables: Record<string, unknown>; files: unknown };
    const { event: _event, log_head: _head, ...kept } = tables;
    return { tables: kept, files, root: await kernel.stateRoot() };
  };
  return {
    ...kernel,
    async ask(tool, args = {}, from = {}) {
      const answer = await call(tool, args, from);
      if (answer.error !== undefined) throw new Error(`${tool} was refused: ${JSON.stringify(answer)}`);
      return answer;
    },
    async refused(tool, args = {}, from = {}) {
      const before = await everything();
      const { error } = await call(tool, args, from);
      if (error === undefined) throw new Error(`${tool} was not refused`);
      expect(await everything()).toEqual(before);
      return error;
    },
    root: async () => (await kernel.stateRoot()).root,
  };
}
