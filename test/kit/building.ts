import { expect } from "vitest";
import { building } from "../../src/worlds/building/index.ts";
import { dumpEverything } from "./dump.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";

export type BuildingOptions = Omit<TestKernelOptions, "worlds">;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = any;

type Arguments = Record<string, unknown>;

/** Which server a tool is on. */
const MODEL_TOOLS =
  /^(create_(project|level|room|beam|stair|branch)|delete_elements|(switch|merge)_branch|list_|get_|undo|import_ifc)/;
const SPATIAL_TOOLS =
  /^(room_analysis|circulation_check|adjacency_matrix|spatial_query|path_finding|bounding_analysis|level_elements|relationship_query)$/;

export interface TestBuilding extends TestKernel {
  /** Calls a tool as an agent would, as it is given, and answers with the envelope. */
  ask(
    tool: string,
    args?: Arguments,
    from?: { user?: string; connection?: string; signal?: AbortSignal },
  ): Promise<Answer>;
  /** Does it for good and answers with its data; anything but success fails the test. */
  make(tool: string, args?: Arguments): Promise<Answer>;
  /** For a call that must be refused: answers with the error, having seen that nothing but the refusal was kept. */
  refused(tool: string, args?: Arguments): Promise<Answer>;
  /** Everything known, as one hash. */
  root(): Promise<string>;
}

/** The server of a tool of this world. */
export function serverOf(tool: string): "geometry" | "spatial" | "model" {
  if (SPATIAL_TOOLS.test(tool)) return "spatial";
  return MODEL_TOOLS.test(tool) ? "model" : "geometry";
}

/** A kernel with the building world on a folder of its own. */
export async function openTestBuilding(options: BuildingOptions = {}): Promise<TestBuilding> {
  const folder = options.folder ?? temporaryFolder();
  const kernel = await openTestKernel({ embedder: "none", ...options, folder, worlds: [building] });
  const ask: TestBuilding["ask"] = async (tool, args = {}, from = {}) => {
    const outcome = await kernel.callTool(tool, args, { server: serverOf(tool), ...from });
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
    ask,
    async make(tool, args) {
      const answer = await ask(tool, { dry_run: false, reasoning: "a test asks for it", ...args });
      if (answer.success !== true) throw new Error(`${tool} was refused: ${JSON.stringify(answer)}`);
      expect(answer.event_id).not.toBeNull();
      return answer.data;
    },
    async refused(tool, args) {
      const before = await everything();
      // Reads have nothing to rehearse.
      const isRead = serverOf(tool) === "spatial";
      const answer = await ask(tool, { ...(!isRead && { dry_run: false }), reasoning: "a test asks for it", ...args });
      if (answer.success !== false) throw new Error(`${tool} was not refused`);
      expect(answer).toMatchObject({ event_id: null, warnings: [], data: {} });
      expect(await everything()).toEqual(before);
      return answer.error;
    },
    root: async () => (await kernel.stateRoot()).root,
  };
}
