import { type JsonObject, KernelError, type Scope } from "../../kernel/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of other worlds, whose contracts fix their shapes.
export type Answer = any;

/** What the tools of this world work with: calls to the tools of others. */
export interface Home {
  readonly scope: Scope;
  /** Calls a tool of the truth world. */
  truth(tool: string, args: JsonObject): Promise<Answer>;
  /** A read that may be refused or be of no use here: the answer, or why there is none. */
  ask(server: string, tool: string, args: JsonObject): Promise<{ value: Answer } | { refused: KernelError }>;
}

export function openHome(scope: Scope): Home {
  return {
    scope,
    truth: (tool, args) => scope.call("truth", tool, args),
    async ask(server, tool, args) {
      try {
        return { value: await scope.call(server, tool, args) };
      } catch (error) {
        // What is our own mistake is not hidden behind an answer without it.
        if (!(error instanceof KernelError) || error.code === "internal" || error.code === "cancelled") throw error;
        return { refused: error };
      }
    },
  };
}

/** A call about something by its id; where there is none, that is said in words of this door. */
export async function aboutKnown(home: Home, what: string, tool: string, args: JsonObject): Promise<Answer> {
  const answer = await home.ask("truth", tool, args);
  if ("value" in answer) return answer.value;
  if (answer.refused.code !== "not_found") throw answer.refused;
  throw new KernelError("not_found", `There is no ${what} of yours with this id, or it was forgotten`);
}
