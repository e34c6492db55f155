import type { z } from "zod";
import { KernelError } from "./errors.ts";

/** What a tool does to the world. It drives annotations, permissions, dry run and approval. */
export type Effect = "read" | "write" | "destructive";

/** How often a user may call, a minute, unless the operator says otherwise. */
export interface Budget {
  readonly name: string;
  readonly callsPerMinute: number;
}

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject, Deps> {
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
  /** Published beside the tool and under `_meta`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Text with NUL reaches the tool, which takes it out: elsewhere it is refused. */
  readonly acceptsNul?: boolean;
  /** What its calls count against, per user. Tools that name the same budget share it. */
  readonly budget?: Budget;
  run(input: z.output<Input>, deps: Deps): unknown;
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
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly acceptsNul: boolean;
  readonly budget: Budget | undefined;
  run(input: unknown, deps: Deps): unknown;
}

const TOOL_NAME = /^[a-z0-9_]{1,40}$/;

/** Makes a tool. Real clients hide a whole server for one bad name, so a bad name stops the start. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Deps>(
  definition: ToolDefinition<Input, Output, Deps>,
): Tool<Deps> {
  if (!TOOL_NAME.test(definition.name)) {
    throw new KernelError("internal", "A tool name must be 1 to 40 of a-z, 0-9 and _", { tool: definition.name });
  }
  return {
    aliases: [],
    methods: [],
    idempotent: definition.effect === "read",
    metadata: undefined,
    acceptsNul: false,
    budget: undefined,
    ...definition,
  } as Tool<Deps>;
}
