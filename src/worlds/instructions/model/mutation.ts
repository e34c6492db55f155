import { KernelError } from "../../../kernel/index.ts";

/** What a tool requires that changes files. */
export const MUTATION = "mutation";

/** The contract's words for a write that the operator has not allowed. */
const MUTATION_DISABLED = "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable.";

/** The refusal where the operator does not allow writing. */
export function mutationDisabled({ mutation }: { readonly mutation: boolean }): KernelError | undefined {
  return mutation ? undefined : new KernelError("forbidden", MUTATION_DISABLED, { reason: "mutation_disabled" });
}
