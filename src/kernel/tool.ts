import type { z } from "zod";
import { KernelError } from "./errors.ts";
import type { Permission, Touched } from "./permission.ts";

/** What a tool does to the world. It drives annotations, permissions, dry run and approval. */
export type Effect = "read" | "write" | "destructive";

/** How often a user may call, a minute, unless the operator says otherwise. */
export interface Budget {
  readonly name: string;
  readonly callsPerMinute: number;
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject, Deps, Prepared> {
  readonly name: string;
  readonly title: string;
  /** Tells a model when to use it, what failure means, and what to use instead. */
  readonly description: string;
  readonly effect: Effect;
  readonly input: Input;
  readonly output: Output;
  /** Other names in tools/call. Case counts. */
  readonly aliases?: readonly string[];
  /** JSON-RPC methods of their own that reach this tool. */
  readonly methods?: readonly string[];
  /** The same call again changes nothing more. Reads are idempotent anyway. */
  readonly idempotent?: boolean;
  /** Made for tools of other worlds: it can be called, and no model is told of it in every session. */
  readonly isInner?: boolean;
  /** Published beside the tool and under `_meta`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Text with NUL reaches the tool, which takes it out: elsewhere it is refused. */
  readonly acceptsNul?: boolean;
  /** What its calls count against, per user. Tools that name the same budget share it. */
  readonly budget?: Budget;
  /** What the operator must have allowed, by the names its world gives them. */
  readonly requires?: readonly string[];
  /**
   * What a write needs; one that does not say needs both CREATE and MODIFY, and one that only records that something was
   * looked at needs READ. Reads and destructive tools need theirs.
   */
  readonly permission?: "READ" | "CREATE" | "MODIFY" | "DELETE";
  /**
   * What a call with this input touches, as far as its input tells. A read that says nothing is refused to agents whose
   * READ is limited; a write is judged by its entries and says it only where it leaves none.
   */
  touches?(input: z.output<Input>): Touched;
  /** The word of a scope by which this read leaves out, or takes for unknown, whatever `scope.sees` says it may not see. */
  readonly narrowsBy?: "collections" | "entity_types";
  /** The most characters one of its answers may have, where that is more than its server allows. */
  readonly resultCharsMax?: number;
  /**
   * The long part of a write: geometry, vectors, reading a file, waiting for a model. It sees a snapshot, outside the
   * writer's lane. `run` gets what it made, and throws `outdated` where that no longer holds: then it is made anew.
   */
  prepare?(input: z.output<Input>, deps: Deps): Promise<Prepared>;
  run(input: z.output<Input>, deps: Deps, prepared: Prepared): unknown;
}

/** A tool with its types erased, as the kernel keeps it. */
export interface Tool<Deps> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly aliases: readonly string[];
  readonly methods: readonly string[];
  readonly idempotent: boolean;
  readonly isInner: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly acceptsNul: boolean;
  readonly budget: Budget | undefined;
  readonly requires: readonly string[];
  /** All of these are needed to use it. */
  readonly needs: readonly Permission[];
  touches?(input: unknown): Touched;
  readonly narrowsBy: "collections" | "entity_types" | undefined;
  readonly resultCharsMax: number | undefined;
  prepare?(input: unknown, deps: Deps): Promise<unknown>;
  run(input: unknown, deps: Deps, prepared?: unknown): unknown;
}

const TOOL_NAME = /^[a-z0-9_]{1,40}$/;

/** Makes a tool. Real clients hide a whole server for one bad name, so a bad name stops the start. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Deps, Prepared = undefined>(
  definition: ToolDefinition<Input, Output, Deps, Prepared>,
): Tool<Deps> {
  if (!TOOL_NAME.test(definition.name)) {
    throw new KernelError("internal", "A tool name must be 1 to 40 of a-z, 0-9 and _", { tool: definition.name });
  }
  if (definition.prepare !== undefined && definition.effect === "read") {
    throw new KernelError("internal", "Only a write has something to prepare", { tool: definition.name });
  }
  return {
    aliases: [],
    methods: [],
    idempotent: definition.effect === "read",
    isInner: false,
    metadata: undefined,
    acceptsNul: false,
    budget: undefined,
    requires: [],
    needs: needsOf(definition),
    narrowsBy: undefined,
    resultCharsMax: undefined,
    ...definition,
  } as unknown as Tool<Deps>;
}

function needsOf({ effect, permission }: { effect: Effect; permission?: Permission }): readonly Permission[] {
  if (effect === "read") return ["READ"];
  if (permission !== undefined) return [permission];
  return effect === "destructive" ? ["DELETE"] : ["CREATE", "MODIFY"];
}
