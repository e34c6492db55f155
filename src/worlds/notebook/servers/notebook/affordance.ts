import { z } from "zod";
import { defineTool, type Tool } from "../../../../kernel/index.ts";
import { recordAccess, type SessionContext } from "../../model/session-context.ts";
import type { Notebook } from "../../notebook.ts";
import { contextOf } from "./session.ts";

/** How much of an answer one list or text may fill: below the limit of a result with room for the rest. */
export const LIST_CHARS_MAX = 40_000;

/** What the contract declares of every tool. */
const METADATA = { reversible: true, authority_level: "none", mutation: false } as const;

/** Where a client without a connection shows which context it means. */
export const ContextHandle = z
  .string()
  .max(100)
  .optional()
  .describe("Only for clients without a session: the context_handle that enter_collection returned");

/** What a tool gives back: its answer, and for the access log the context and the references it showed. */
interface Given<Output extends z.ZodObject> {
  readonly value: z.input<Output>;
  readonly context?: SessionContext;
  readonly references?: readonly string[];
}

interface AffordanceDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>, notebook: Notebook): Promise<Given<Output>> | Given<Output>;
}

/** Makes one of the eleven tools: a read, declared reversible, and noted in the access log of its connection. */
export function defineAffordance<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: AffordanceDefinition<Input, Output>,
): Tool<Notebook> {
  return defineTool({
    ...definition,
    effect: "read",
    narrowsBy: "collections",
    metadata: METADATA,
    run: async (input: z.output<Input>, notebook: Notebook) => {
      const { value, context, references = [] } = await definition.run(input, notebook);
      const own = context ?? contextOf(notebook, undefined);
      recordAccess(own, {
        timestamp: notebook.scope.env.now(),
        tool: definition.name,
        collection_id: own.active_collection,
        reference_ids: references,
      });
      return value;
    },
  });
}
