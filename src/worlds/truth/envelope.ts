import {
  type CallFacts,
  type Envelope,
  type ErrorCode,
  type JsonObject,
  jsonResult,
  type KernelError,
  rpcFailure,
} from "../../kernel/index.ts";
import { codeOf, type TruthCode } from "./errors.ts";

/** Tools whose failed write is a changed row, not a new one. */
const UPDATES = new Set(["merge_entities", "unmerge_entities", "split_entity"]);
const DELETES = new Set(["delete_entity", "delete_relationship", "restore_entity"]);

const TRUTH_CODE: Partial<Record<ErrorCode, TruthCode>> = {
  invalid_arguments: "VALIDATION_ERROR",
  invalid_request: "VALIDATION_ERROR",
  hostile_json: "VALIDATION_ERROR",
  too_large: "VALIDATION_ERROR",
  result_too_large: "VALIDATION_ERROR",
  not_found: "NOT_FOUND",
  rate_limited: "RATE_LIMIT_EXCEEDED",
  idempotency_mismatch: "IDEMPOTENCY_MISMATCH",
  unauthenticated: "InvalidRequest",
  shutting_down: "SERVICE_UNAVAILABLE",
};

/** The contract's answers: the value itself, or `{error: {code, message, details, trace_id}}`. */
export const truthEnvelope: Envelope = {
  success: (value) => jsonResult(value),
  failure: (error, facts) =>
    error.code === "unknown_tool" ? rpcFailure(error) : jsonResult({ error: errorBody(error, facts) }, true),
};

function errorBody(error: KernelError, facts: CallFacts): JsonObject {
  const own = codeOf(error);
  return {
    code: own?.code ?? kernelCode(error, facts),
    message: isAboutNobody(error, facts) ? NOBODY : error.message,
    details: { hint: own?.hint ?? error.kind.hint, ...(own?.details ?? error.details), ...rowOf(error, facts) },
    trace_id: facts.callId,
  };
}

/** Which of many relationships does not even fit the tool: every other refusal of one names its row as well. */
function rowOf(error: KernelError, { tool }: CallFacts): JsonObject {
  const [problem] = Array.isArray(error.details.problems) ? error.details.problems : [];
  const path = (problem as { path?: unknown } | undefined)?.path;
  const row = tool === "create_relationships" ? /^relationships\[(\d+)\]/.exec(String(path))?.[1] : undefined;
  return row === undefined ? {} : { row: Number(row) };
}

/** The contract's words of one tool where nobody has signed in. */
const NOBODY = "Authentication required. Set NEOTOMA_CONNECTION_ID in mcp.json env";

function isAboutNobody({ code, details }: KernelError, { tool }: CallFacts): boolean {
  return tool === "get_authenticated_user" && code === "unauthenticated" && details.why === "missing";
}

function kernelCode(error: KernelError, facts: CallFacts): string {
  // What a client was started with is wrong; everything else about signing in is a request out of order.
  if (error.code === "unauthenticated" && error.details.why !== undefined && !isAboutNobody(error, facts)) {
    return "InvalidParams";
  }
  if (facts.tool === "create_relationship" && namesOnly(error, "relationship_type")) return "INVALID_RELATIONSHIP_TYPE";
  if (error.code.startsWith("storage_") || error.code === "commit_unknown") return databaseCode(facts);
  return TRUTH_CODE[error.code] ?? error.code.toUpperCase();
}

function databaseCode({ effect, tool }: CallFacts): TruthCode {
  if (effect === "read") return "DB_QUERY_FAILED";
  if (UPDATES.has(tool)) return "DB_UPDATE_FAILED";
  return DELETES.has(tool) ? "DB_DELETE_FAILED" : "DB_INSERT_FAILED";
}

/** Whether one argument alone is what is wrong. */
function namesOnly(error: KernelError, argument: string): boolean {
  const { problems } = error.details;
  if (!Array.isArray(problems)) return false;
  return problems.length > 0 && problems.every((problem) => (problem as { path?: unknown }).path === argument);
}
