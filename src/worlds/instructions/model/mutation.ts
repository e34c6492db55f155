import { KernelError } from "../../../kernel/index.ts";

/** The tools that need MCP_ENABLE_MUTATION. */
export const MUTATION_TOOLS: ReadonlySet<string> = new Set([
  "instructions_add",
  "instructions_import",
  "instructions_repair",
  "instructions_reload",
  "instructions_remove",
  "instructions_groom",
  "usage_flush",
]);

/** The contract's words for a write that the operator has not allowed. */
const MUTATION_DISABLED = "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable.";

/** Refuses unless the operator allows writing. */
export function requireMutation({ mutation }: { readonly mutation: boolean }): void {
  if (!mutation) throw new KernelError("forbidden", MUTATION_DISABLED, { reason: "mutation_disabled" });
}
