import {
  type CallFacts,
  type Envelope,
  InvalidArguments,
  type JsonObject,
  jsonResult,
  type KernelError,
} from "../../kernel/index.ts";
import { customFault, missingFault, schemaFaults } from "./model/schema-faults.ts";
import { methodOf } from "./servers/instructions/shapes.ts";

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;

/** The contract's answers: plain JSON, and JSON-RPC errors with its codes. */
export const instructionsEnvelope: Envelope = {
  // An answer that says `error` is the contract's own shape for a write that was not done.
  success: (value) => jsonResult(value, typeof value.error === "string"),
  failure(error, facts) {
    const { code, message, data } = toRpc(error, facts);
    if (error.code === "unknown_tool") return { rpc: { code, message: error.message, data } };
    return {
      content: [{ type: "text", text: error.message }],
      structuredContent: { error: { code, message, data } },
      isError: true,
    };
  },
  methodFailure: (error, facts) => ({ rpc: toRpc(error, facts) }),
};

function toRpc(error: KernelError, facts: CallFacts): { code: number; message: string; data: JsonObject } {
  const method = methodOf(facts.tool);
  if (error.code === "invalid_arguments") {
    return { code: INVALID_PARAMS, message: "Invalid params", data: { method, errors: faultsOf(error) } };
  }
  const { kind, message, details } = error;
  const data = { method, message, code: error.code, hint: kind.hint, retry: kind.retry, details };
  if (error.code === "unknown_tool") return { code: INVALID_PARAMS, message, data };
  // A refusal in our own words keeps them; a fault of ours says only that it is one.
  return { code: INTERNAL, message: error.code === "internal" ? "Internal error" : message, data };
}

/** What is wrong with the arguments, in the words of Ajv. */
function faultsOf(error: KernelError): JsonObject[] {
  if (error instanceof InvalidArguments) return schemaFaults(error.mismatch);
  const { missing } = error.details;
  return [typeof missing === "string" ? missingFault(missing) : customFault([], error.message)];
}
