import { type ErrorCode, type JsonObject, KernelError } from "../../kernel/index.ts";

/** The contract's error codes and ours beside them, each on the kernel's table. */
const TRUTH_CODES = {
  VALIDATION_ERROR: "invalid_arguments",
  INVALID_RELATIONSHIP_TYPE: "invalid_arguments",
  CYCLE_DETECTED: "conflict",
  ENTITY_NOT_FOUND: "not_found",
  ENTITY_ALREADY_MERGED: "conflict",
  ENTITY_NOT_MERGED: "conflict",
  ENTITY_DELETED: "conflict",
  ENTITY_NOT_DELETED: "conflict",
  SCHEMA_NOT_FOUND: "not_found",
  SCHEMA_EXISTS: "conflict",
  USER_ID_REQUIRED: "invalid_arguments",
  SOURCE_NOT_FOUND: "not_found",
  SOURCE_ERASED: "not_found",
  OBSERVATION_NOT_FOUND: "not_found",
  FIELD_NOT_FOUND: "not_found",
  NOT_FOUND: "not_found",
  FILE_NOT_FOUND: "not_found",
  FILE_READ_ERROR: "storage_unavailable",
  FILE_TOO_LARGE: "too_large",
  UNSUPPORTED_FILE_TYPE: "invalid_arguments",
  ANALYSIS_FAILED: "parser_unavailable",
  QUOTA_EXCEEDED: "rate_limited",
  RATE_LIMIT_EXCEEDED: "rate_limited",
  IDEMPOTENCY_MISMATCH: "idempotency_mismatch",
  ANSWER_ERASED: "conflict",
  SIGNING_FAILED: "storage_unavailable",
  DB_INSERT_FAILED: "storage_unavailable",
  DB_UPDATE_FAILED: "storage_unavailable",
  DB_DELETE_FAILED: "storage_unavailable",
  DB_QUERY_FAILED: "storage_unavailable",
  SERVICE_UNAVAILABLE: "shutting_down",
  InvalidParams: "invalid_arguments",
  InvalidRequest: "unauthenticated",
} as const satisfies Record<string, ErrorCode>;

export type TruthCode = keyof typeof TRUTH_CODES;

/** What to do, where the kernel's advice for the same kind of failure is about something else. */
const HINTS: Partial<Record<TruthCode, string>> = {
  ANSWER_ERASED: "Look at what is there now; to do it anew, call with a new idempotency_key.",
  ANALYSIS_FAILED: "See `details.reason`; call again later, or let rules read the file: provider rules.",
  QUOTA_EXCEEDED: "Wait until `details.resets_at`, or let rules read the file: provider rules.",
  SOURCE_ERASED: "Store the file again if you have it and may keep it.",
  FILE_NOT_FOUND:
    "Check file_path: storing takes a file below an allowed folder, a link the storage_path that store answered.",
  SCHEMA_NOT_FOUND:
    "Describe the type first with register_schema and activate: true; list_entity_types names those that are.",
  SCHEMA_EXISTS: "Choose another schema_version, or add fields with update_schema_incremental.",
  USER_ID_REQUIRED: "Leave user_id out: then it is your own.",
  FILE_READ_ERROR: "See that the file can be read and nobody writes to it, then call again.",
  FILE_TOO_LARGE: "Send a smaller file: `details.max_size_bytes` is already too large.",
  SIGNING_FAILED: "Call again; if it fails again, the log on stderr has the cause.",
};

const CODE = "truth_code";

/** Makes a refusal with a code of the contract. Facts in `details` hold ids and counts, never stored text. */
export function refuse(code: TruthCode, message: string, details: JsonObject = {}): KernelError {
  return new KernelError(TRUTH_CODES[code], message, { ...details, [CODE]: code });
}

/** The contract's code of a refusal made here, what to do about it, and its details without the code. */
export function codeOf(error: KernelError): { code: TruthCode; hint: string; details: JsonObject } | undefined {
  const { [CODE]: given, ...details } = error.details;
  if (typeof given !== "string" || !(given in TRUTH_CODES)) return undefined;
  const code = given as TruthCode;
  return { code, hint: HINTS[code] ?? error.kind.hint, details };
}

export function entityNotFound(entityId: string): KernelError {
  return refuse("ENTITY_NOT_FOUND", "There is no entity with this id. Search with retrieve_entities.", {
    entity_id: entityId,
  });
}
