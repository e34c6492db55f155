import { type CallFacts, type Envelope, type JsonObject, jsonResult, type KernelError } from "../../kernel/index.ts";
import { codeOf } from "./errors.ts";

/** How the contract calls what rides on every answer. */
const PULSE = "_cognitive_pulse";

/** The contract's answers: the value or the error, and beside it how the whole graph is. */
export const graphEnvelope: Envelope = {
  success: (value, facts) => {
    if (facts.state === undefined) return withPulse({ error: UNREADABLE }, facts, true);
    return withPulse(value, facts, false);
  },
  failure: (error, facts) => {
    if (error.code === "unknown_tool") {
      return { rpc: { code: codeOf(error).number, message: `Unknown tool: ${facts.tool}`, data: errorBody(error) } };
    }
    return withPulse({ error: errorBody(error) }, facts, true);
  },
};

/** An answer without the pulse would break the contract. */
const UNREADABLE = {
  code: -32003,
  message: "The state that every answer carries could not be read",
  data: { name: "UTL_ERROR", reason: "pulse_unreadable" },
};

function withPulse(value: JsonObject, { state }: CallFacts, isError: boolean) {
  const pulse = state === undefined ? {} : { [PULSE]: state };
  return { ...jsonResult({ ...value, ...pulse }, isError), ...pulse, _meta: { ...pulse } };
}

function errorBody(error: KernelError): JsonObject {
  const { number, name, details } = codeOf(error);
  return {
    code: number,
    message: error.message,
    // Here the details stand in `data`, and that is where the hint must send a reader.
    data: { name, hint: error.kind.hint.replaceAll("`details", "`data"), retry: error.kind.retry, ...details },
  };
}
