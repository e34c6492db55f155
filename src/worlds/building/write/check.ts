import type { z } from "zod";
import { defineTool, hashOf, type Json, type JsonObject, KernelError, type Tool } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import type { WhereAsked } from "../model/parameters/inputs.ts";
import { VALIDATION_RUN } from "../model/recorded.ts";
import { type ChangeScope, scopeOf } from "../model/regenerate/scope-of.ts";
import type { BranchState } from "../model/state/branch-state.ts";

/** What a check came to. */
export interface Checked {
  readonly answer: JsonObject;
  /** What the log keeps of it. */
  readonly summary: JsonObject;
  /** The elements it looked at: an agent needs READ for all of them. */
  readonly about: readonly string[];
  readonly warnings?: readonly string[];
}

interface CheckDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Whether it looks at a branch; a check of a file needs none. */
  needsBranch?(input: z.output<Input>): boolean;
  check(input: z.output<Input>, where: Where | undefined, building: Building): Promise<Checked> | Checked;
}

interface Prepared {
  readonly checked: Checked;
  readonly head: string | undefined;
}

/**
 * A tool that checks and changes nothing but the log, where each run stands with its id. It works on a snapshot, outside
 * the writer's lane; what was found counts only if the branch is still the same when it is recorded.
 */
export function defineCheck<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: CheckDefinition<Input, Output>,
): Tool<Building> {
  const { needsBranch = () => true, check, ...rest } = definition;
  const whereOf = (input: z.output<Input>, building: Building) =>
    needsBranch(input) ? building.where(input as WhereAsked) : Promise.resolve(undefined);
  return defineTool<Input, Output, Building, Prepared>({
    ...rest,
    effect: "write",
    permission: "READ",
    async prepare(input, building) {
      const where = await whereOf(input, building);
      return { checked: await check(input, where, building), head: where?.branch.head_event_id };
    },
    async run(input, building, { checked, head }) {
      const where = await whereOf(input, building);
      if (where?.branch.head_event_id !== head) {
        throw new KernelError("outdated", "The branch changed while it was checked");
      }
      const id = building.scope.env.id();
      await record(building, where, definition.name, id, checked);
      return {
        // Of a rehearsal nothing is kept that an id could lead to.
        validation_run_id: building.scope.dryRun ? null : id,
        ...checked.answer,
        model_id: where?.project.id ?? null,
        branch_id: where?.branch.id ?? null,
        model_version: where?.branch.head_seq ?? null,
        warnings: [...(checked.warnings ?? [])],
      };
    },
  });
}

async function record(
  { scope }: Building,
  where: Where | undefined,
  tool: string,
  id: string,
  { answer, summary, about }: Checked,
): Promise<void> {
  const run = {
    id,
    tool,
    model_version: where?.branch.head_seq ?? null,
    summary,
    result_sha256: hashOf(answer as Json),
  };
  const payload = {
    branch_id: where?.branch.id ?? "",
    aggregate_id: id,
    command_id: id,
    run,
    // It reaches many elements and changes none.
    affected_count: 0,
    ...(where !== undefined && { scope: scopeOfAll(where.state, about) }),
  };
  await scope.record({ kind: VALIDATION_RUN, payload });
}

/** Elements looked at together: boxes of very many at once would not fit into one call. */
const BATCH = 5000;
const NOTHING = { get: () => undefined, referrers: () => [] };

function scopeOfAll(state: BranchState, ids: readonly string[]): ChangeScope {
  const parts: ChangeScope[] = [];
  for (let at = 0; at < ids.length; at += BATCH) parts.push(scopeOf(NOTHING, state, ids.slice(at, at + BATCH)));
  const all = (pick: (one: ChangeScope) => readonly string[]) => [...new Set(parts.flatMap(pick))].sort();
  const regions = parts.flatMap(({ region }) => region ?? []);
  const end = (of: "min" | "max") =>
    [0, 1, 2].map((axis) => Math[of](...regions.map((region) => region[of][axis] as number)));
  const isKnown = parts.length > 0 && regions.length === parts.length;
  return {
    categories: all(({ categories }) => categories),
    levels: all(({ levels }) => levels),
    region: isKnown ? { min: end("min"), max: end("max") } : null,
  };
}
