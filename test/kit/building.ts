import { expect } from "vitest";
import { building } from "../../src/worlds/building/index.ts";
import { dumpEverything } from "./dump.ts";
import { misfitOf } from "./fits-schema.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";

export type BuildingOptions = Omit<TestKernelOptions, "worlds">;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = any;

type Arguments = Record<string, unknown>;

/** What a refusal itself leaves: its entry, on a cluster the lock under which that was written, and the approval asked for. */
const KEPT_OF_REFUSALS = /^(event|log_head|write_lane|approval.*)$/;

/** Which server a tool is on. */
const MODEL_TOOLS =
  /^(create_(project|level|room|beam|stair|branch)|delete_elements|(switch|merge)_branch|list_|get_|undo|import_ifc)/;
const SPATIAL_TOOLS =
  /^(room_analysis|circulation_check|adjacency_matrix|spatial_query|path_finding|bounding_analysis|level_elements|relationship_query)$/;
const VALIDATION_TOOLS =
  /^(clash_detection|code_compliance|accessibility_check|validate_constraints|fire_rating_check|egress_analysis|structural_check|data_completeness)$/;

const DOCUMENTATION_TOOLS = /^(generate_schedule|create_(section|plan|sheet)|quantity_takeoff|export_(ifc|bcf))$/;

export interface TestBuilding extends TestKernel {
  /** Calls a tool as an agent would, as it is given, and answers with the envelope. */
  ask(
    tool: string,
    args?: Arguments,
    from?: { user?: string; connection?: string; signal?: AbortSignal },
  ): Promise<Answer>;
  /** Does it for good, with a person's approval where one is needed, and answers with its data; a refusal fails the test. */
  make(tool: string, args?: Arguments): Promise<Answer>;
  /** For a call that must be refused: answers with the error, having seen that nothing but the refusal was kept. */
  refused(tool: string, args?: Arguments): Promise<Answer>;
  /** Decides as a person that a call may be made. */
  approve(id: string): Promise<void>;
  /** Says what an agent may do. */
  allow(agent: string, record: object): Promise<void>;
  /** Everything known, as one hash. */
  root(): Promise<string>;
}

/** The server of a tool of this world. */
function serverOf(tool: string): "geometry" | "spatial" | "validation" | "documentation" | "model" {
  if (VALIDATION_TOOLS.test(tool)) return "validation";
  if (SPATIAL_TOOLS.test(tool)) return "spatial";
  if (DOCUMENTATION_TOOLS.test(tool)) return "documentation";
  return MODEL_TOOLS.test(tool) ? "model" : "geometry";
}

/** A kernel with the building world on a folder of its own. */
export async function openTestBuilding(options: BuildingOptions = {}): Promise<TestBuilding> {
  const folder = options.folder ?? temporaryFolder();
  const kernel = await openTestKernel({ embedder: "none", ...options, folder, worlds: [building] });
  /** Of the refusal before, as long as nothing else was called since. */
  let kept: Awaited<ReturnType<typeof everything>> | undefined;
  const ask: TestBuilding["ask"] = async (tool, args = {}, from = {}) => {
    kept = undefined;
    const outcome = await kernel.callTool(tool, args, { server: serverOf(tool), ...from });
    if (!("structuredContent" in outcome)) throw new Error(`no structured content: ${JSON.stringify(outcome)}`);
    // Clients check every answer against the schema of its tool, and hide what does not fit.
    expect(await misfitOf(serverOf(tool), tool, outcome.structuredContent), tool).toBeUndefined();
    return outcome.structuredContent;
  };
  const approve: TestBuilding["approve"] = async (id) => {
    const by = { user: "operator", agent: null, client: "bailiwick" };
    await kernel.governance.approvals.decide(id, { approve: true, by, in: "command line" });
  };
  const everything = async () => {
    const { tables, files } = (await dumpEverything(kernel)) as { tables: Record<string, unknown>; files: unknown };
    const kept = Object.fromEntries(Object.entries(tables).filter(([name]) => !KEPT_OF_REFUSALS.test(name)));
    return { tables: kept, files, root: await kernel.stateRoot() };
  };
  return {
    ...kernel,
    ask,
    approve,
    async allow(agent, record) {
      await kernel.governance.permissions.set({ agent }, record, { user: "operator", source: "command line" });
    },
    async make(tool, args) {
      const said = { dry_run: false, reasoning: "a test asks for it", ...args };
      let answer = await ask(tool, said);
      if (answer.error?.code === 1202) {
        const { approval_id } = answer.error.data;
        await approve(approval_id);
        answer = await ask(tool, { ...said, approval_id });
      }
      if (answer.success !== true) throw new Error(`${tool} was refused: ${JSON.stringify(answer)}`);
      expect(answer.event_id).not.toBeNull();
      return answer.data;
    },
    async refused(tool, args) {
      const before = kept ?? (await everything());
      // Reads have nothing to rehearse.
      const isRead = serverOf(tool) === "spatial";
      const answer = await ask(tool, { ...(!isRead && { dry_run: false }), reasoning: "a test asks for it", ...args });
      if (answer.success !== false) throw new Error(`${tool} was not refused`);
      expect(answer).toMatchObject({ event_id: null, warnings: [] });
      kept = await everything();
      expect(kept).toEqual(before);
      return answer.error;
    },
    root: async () => (await kernel.stateRoot()).root,
  };
}
