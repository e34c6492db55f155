import {
  type CallFacts,
  type Envelope,
  type ErrorCode,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonResult,
  type KernelError,
} from "../../kernel/index.ts";
import { ERROR_TYPES, type ErrorType } from "./errors.ts";

/** What every result says of itself, in the contract's place and where clients that drop unknown keys still see it. */
const RESULT_METADATA = { provenance_available: true, constraints_checkable: true } as const;

const READ_ONLY_RECOVERY = "This world is read-only. Use external tools for mutation.";

/** The kernel's failures that are the caller's to mend. All others are failures behind this world. */
const TYPE_OF_CODE: Partial<Record<ErrorCode, ErrorType>> = {
  unknown_tool: "operation_forbidden",
  forbidden: "operation_forbidden",
  unauthenticated: "operation_forbidden",
  read_only: "operation_forbidden",
  approval_required: "operation_forbidden",
  approval_invalid: "operation_forbidden",
  out_of_scope: "operation_forbidden",
  invalid_arguments: "ambiguous_request",
  invalid_request: "ambiguous_request",
  hostile_json: "ambiguous_request",
  parse_error: "ambiguous_request",
  too_large: "ambiguous_request",
  result_too_large: "ambiguous_request",
};

/** The contract's answers: its error shape, its result metadata, and the same JSON twice. */
export const notebookEnvelope: Envelope = {
  success: (value) => result(value),
  failure: (error, facts) => result({ error: errorBody(error, facts) }, true),
};

function result(value: JsonObject, isError = false) {
  return {
    ...jsonResult(value, isError),
    metadata: RESULT_METADATA,
    _meta: { metadata: RESULT_METADATA },
  };
}

function errorBody(error: KernelError, facts: CallFacts): JsonObject {
  const { type, recovery, context, beside } = error.details;
  if (typeof type === "string" && type in ERROR_TYPES) {
    return { type, message: error.message, recovery: recovery ?? "", ...asObject(beside), ...(context && { context }) };
  }
  if (error.code === "unknown_tool") return forbidden(facts.tool);
  return {
    type: TYPE_OF_CODE[error.code] ?? "upstream_failure",
    message: error.message,
    recovery: error.kind.hint.replaceAll("`details.", "`context."),
    context: { ...error.details, code: error.code, retry: error.kind.retry },
  };
}

/** What is not one of the affordances does not exist here: the contract refuses it by name. */
function forbidden(tool: string): JsonObject {
  const operation = /^[A-Za-z0-9_./-]{1,64}$/.test(tool) ? tool : "This operation";
  return {
    type: "operation_forbidden",
    message: `${operation} is forbidden in Open Notebook world`,
    recovery: READ_ONLY_RECOVERY,
    context: { available: "describe_world lists the 11 affordances; list_constraints says what is refused." },
  };
}

function asObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
