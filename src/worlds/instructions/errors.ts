import { type CallFacts, InvalidArguments, type JsonObject, type KernelError } from "../../kernel/index.ts";
import { methodOf } from "./model/methods.ts";
import { customFault, missingFault, type SchemaFault, schemaFaults } from "./model/schema-faults.ts";

const INVALID_PARAMS = -32602;
const INTERNAL = -32603;

/** A failure as the contract's JSON-RPC error. */
export function toRpc(error: KernelError, facts: CallFacts): { code: number; message: string; data: JsonObject } {
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
function faultsOf(error: KernelError): SchemaFault[] {
  if (error instanceof InvalidArguments) return schemaFaults(error.mismatch);
  const { missing } = error.details;
  return [typeof missing === "string" ? missingFault(missing) : customFault([], error.message)];
}
