import { type ErrorCode, InvalidArguments, type JsonObject, type KernelError } from "../../kernel/index.ts";
import { type BuildingCode, CODES, codeOf } from "./model/codes.ts";

/** What a refusal of the kernel is called here. What is not named is a fault of ours. */
const OF_KERNEL: Partial<Record<ErrorCode, BuildingCode>> = {
  invalid_arguments: "wrong_type",
  invalid_request: "wrong_type",
  hostile_json: "wrong_type",
  too_large: "out_of_range",
  result_too_large: "out_of_range",
  unknown_tool: "unknown_tool",
  not_found: "element_not_found",
  unauthenticated: "forbidden",
  forbidden: "forbidden",
  read_only: "forbidden",
  out_of_scope: "out_of_scope",
  too_many_elements: "too_many_elements",
  session_used_up: "session_used_up",
  approval_required: "approval_required",
  approval_invalid: "approval_invalid",
  reasoning_required: "reasoning_missing",
  rate_limited: "request_rate",
  conflict: "stale",
  outdated: "stale",
  idempotency_mismatch: "stale",
  cancelled: "timeout",
  shutting_down: "transport",
  overloaded: "transport",
  parser_unavailable: "ifc_engine_failed",
  commit_unknown: "storage",
  blob_corrupt: "storage",
  row_altered: "storage",
};

/** Arguments that name what somebody else publishes: what is not among it is unsupported, not mistaken. */
const UNSUPPORTED: ReadonlySet<PropertyKey | undefined> = new Set(["schema", "standard"]);

type Issue = InvalidArguments["mismatch"]["issues"][number];

/** What the first problem of some arguments is called. */
function ofIssue(issue: Issue | undefined, args: unknown): BuildingCode {
  // An empty reason is none.
  if (issue?.path[0] === "reasoning" && issue.code === "too_small") return "reasoning_missing";
  switch (issue?.code) {
    case "invalid_type":
      return valueAt(args, issue.path) === undefined ? "missing_parameter" : "wrong_type";
    case "invalid_value":
      if (valueAt(args, issue.path) === undefined) return "missing_parameter";
      return UNSUPPORTED.has(issue.path[0]) ? "unsupported" : "bad_choice";
    case "too_small":
    case "too_big":
    case "not_multiple_of":
      return "out_of_range";
    case "unrecognized_keys":
      return "unknown_parameter";
    case "invalid_format":
      return "bad_id";
    default:
      return valueAt(args, issue?.path ?? []) === undefined ? "missing_parameter" : "wrong_type";
  }
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = args;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}

/** The contract's number of a refusal, with its facts and what to do next. */
export function errorBody(error: KernelError): JsonObject {
  const own = codeOf(error);
  const code = own?.code ?? kernelCode(error);
  return {
    code: CODES[code].number,
    message: error.message,
    data: {
      reason: code,
      // The kernel's word for what is called data here.
      hint: own === undefined ? error.kind.hint.replaceAll("`details.", "`data.") : CODES[code].hint,
      ...(own?.details ?? error.details),
    },
  };
}

function kernelCode(error: KernelError): BuildingCode {
  if (error instanceof InvalidArguments) return ofIssue(error.mismatch.issues[0], error.mismatch.args);
  if (error.code.startsWith("storage_") || error.code.startsWith("schema_")) return "storage";
  if (error.code === "approval_invalid") return ofApproval(error.details.reason);
  return OF_KERNEL[error.code] ?? "engine_failed";
}

/** One that waits is still required; one for other arguments is no expired one. */
function ofApproval(reason: unknown): BuildingCode {
  if (reason === "pending") return "approval_required";
  return reason === "other_arguments" ? "approval_of_another_call" : "approval_invalid";
}
