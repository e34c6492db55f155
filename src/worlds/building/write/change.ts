import type { z } from "zod";
import { defineTool, type Effect, type JsonObject, KernelError, type Tool } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import { refuse } from "../model/codes.ts";
import type { Changes, Element } from "../model/element.ts";
import type { WhereAsked } from "../model/parameters/inputs.ts";
import { type Regeneration, regenerate } from "../model/regenerate/regenerated.ts";
import { scopeOf } from "../model/regenerate/scope-of.ts";
import { shapeOf } from "../model/shape/of-element.ts";
import { keyOf } from "../model/shape/shape.ts";
import type { Solid } from "../model/solids/solid.ts";
import { rounded } from "../model/units.ts";

/** What a tool means to do, worked out on one state of its branch. */
export interface Plan {
  readonly changes: Changes;
  /** What is recorded, in order; together it comes to `changes`. */
  readonly events: readonly PlannedEvent[];
  readonly warnings?: readonly string[];
  /** What the caller is told. */
  answer(made: MadeSolids): JsonObject;
}

/** An entry without what all entries of its call share. */
export interface PlannedEvent {
  readonly kind: string;
  readonly aggregate_id: string;
  readonly payload: JsonObject;
  /** The elements it speaks of; what it is about, unless said. */
  readonly about?: readonly string[];
}

/** The solids of what a change affects. */
export interface MadeSolids {
  readonly state: Regeneration["state"];
  solidOf(element: Element): Solid;
}

/** What `prepare` made, by the keys of the shapes. */
type PreparedSolids = ReadonlyMap<string, Solid>;

interface ChangeDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect?: Effect;
  /** What an agent must be allowed. */
  readonly permission: "CREATE" | "MODIFY" | "DELETE";
  readonly input: Input;
  readonly output: Output;
  /** Which branch it changes, where its input says so in words of its own. */
  place?(input: z.output<Input>, building: Building): Promise<WhereAsked>;
  plan(input: z.output<Input>, where: Where, building: Building): Promise<Plan> | Plan;
}

/** Affected elements that an answer names one by one. */
const NAMED_MAX = 50;

/**
 * A tool that changes elements. Its plan is made twice: on a snapshot, where the solids of all that it affects are made
 * without holding anybody up, and in the transaction, where they must come out the same.
 */
export function defineChange<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ChangeDefinition<Input, Output>,
): Tool<Building> {
  const { effect = "write", place, plan, ...rest } = definition;
  const whereOf = async (input: z.output<Input>, building: Building) =>
    building.where(place === undefined ? (input as WhereAsked) : await place(input, building));
  return defineTool<Input, Output, Building, PreparedSolids>({
    ...rest,
    effect,
    async prepare(input, building) {
      const where = await whereOf(input, building);
      const planned = await plan(input, where, building);
      return makeSolids(building, regenerate(where.state, planned.changes));
    },
    async run(input, building, prepared) {
      const where = await whereOf(input, building);
      const planned = await plan(input, where, building);
      const regeneration = regenerate(where.state, planned.changes);
      const made = requireMade(regeneration, prepared);
      const affected = [...new Set([...planned.changes.keys(), ...regeneration.affected.map(({ id }) => id)])];
      await recordAll(building, where, scoped(where, regeneration, planned.events, affected.length));
      return {
        ...planned.answer(made),
        ...whereIs(where),
        model_version: where.branch.head_seq + planned.events.length,
        affected_ids: affected.slice(0, NAMED_MAX),
        affected_count: affected.length,
        warnings: [...(planned.warnings ?? [])],
      };
    },
  });
}

/** Each event says where it takes place, and the first how much the call reaches: permissions and approvals go by it. */
export function scoped(
  { state }: Where,
  regeneration: Regeneration,
  events: readonly PlannedEvent[],
  affectedCount: number,
): PlannedEvent[] {
  return events.map((event, n) => ({
    ...event,
    payload: {
      ...event.payload,
      scope: scopeOf(state, regeneration.state, event.about ?? [event.aggregate_id]),
      ...(n === 0 && { affected_count: affectedCount }),
    },
  }));
}

export function whereIs({ project, branch }: Where): JsonObject {
  return { model_id: project.id, branch_id: branch.id };
}

/** Every entry of one call carries the same command. */
export async function recordAll(
  { scope }: Building,
  { branch }: { readonly branch: Pick<Where["branch"], "id"> },
  events: readonly PlannedEvent[],
): Promise<void> {
  const command_id = scope.env.id();
  for (const { kind, aggregate_id, payload } of events) {
    await scope.record({ kind, payload: { branch_id: branch.id, ...payload, aggregate_id, command_id } });
  }
}

/** Makes the solids of all that is affected; one that cannot be made refuses the whole change. */
export async function makeSolids(
  building: Building,
  { affected, shapes, state }: Regeneration,
): Promise<PreparedSolids> {
  const made = await building.solids.make([...shapes.values()], building.asking);
  const solids = new Map<string, Solid>();
  for (const element of affected) {
    const shape = shapeOf(state, element)?.shape;
    if (shape === undefined) continue;
    const key = keyOf(shape);
    const answer = made.get(key);
    if (answer === undefined || "failure" in answer) {
      building.scope.log.warn({ element: element.id, cause: answer?.failure }, "a solid could not be made");
      throw refuse("regeneration_failed", "The geometry of an element cannot be made with these values", {
        element_id: element.id,
      });
    }
    requireContent(element, answer.solid);
    solids.set(key, answer.solid);
  }
  return solids;
}

function requireContent(element: Element, { is_empty, volume }: Solid): void {
  // What is less than can be told of is the rounding of two faces that touch.
  const isThere = !is_empty && (element.type === "boolean" ? rounded(volume) : volume) > 0;
  if (isThere) return;
  if (element.type === "boolean") {
    throw refuse("empty_result", "Nothing is left of these elements", { element_id: element.id });
  }
  throw refuse("regeneration_failed", "Nothing would be left of an element", { element_id: element.id });
}

/** What was prepared must be what the transaction needs; else the state has changed meanwhile. */
export function requireMade({ shapes, state }: Regeneration, prepared: PreparedSolids): MadeSolids {
  for (const key of shapes.keys()) {
    if (!prepared.has(key)) throw new KernelError("outdated", "The branch changed while the geometry was made");
  }
  return {
    state,
    solidOf(element) {
      const shape = shapeOf(state, element)?.shape;
      const solid = shape && prepared.get(keyOf(shape));
      if (solid === undefined) throw new KernelError("internal", "A solid that a tool asks for was not made");
      return solid;
    },
  };
}
