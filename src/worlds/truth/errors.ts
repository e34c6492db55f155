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
  SOURCE_NOT_FOUND: "not_found",
  OBSERVATION_NOT_FOUND: "not_found",
  FIELD_NOT_FOUND: "not_found",
  NOT_FOUND: "not_found",
  FILE_NOT_FOUND: "not_found",
  FILE_READ_ERROR: "storage_unavailable",
  FILE_TOO_LARGE: "too_large",
  UNSUPPORTED_FILE_TYPE: "invalid_arguments",
  ANALYSIS_FAILED: "internal",
  QUOTA_EXCEEDED: "rate_limited",
  RATE_LIMIT_EXCEEDED: "rate_limited",
  IDEMPOTENCY_MISMATCH: "idempotency_mismatch",
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

const CODE = "truth_code";

/** Makes a refusal with a code of the contract. Facts in `details` hold ids and counts, never stored text. */
export function refuse(code: TruthCode, message: string, details: JsonObject = {}): KernelError {
  return new KernelError(TRUTH_CODES[code], message, { ...details, [CODE]: code });
}

/** The contract's code of a refusal made here, and its details without it. */
export function codeOf(error: KernelError): { code: TruthCode; details: JsonObject } | undefined {
  const { [CODE]: code, ...details } = error.details;
  return typeof code === "string" && code in TRUTH_CODES ? { code: code as TruthCode, details } : undefined;
}

export function entityNotFound(entityId: string): KernelError {
  return refuse("ENTITY_NOT_FOUND", "There is no entity with this id. Search with retrieve_entities.", {
    entity_id: entityId,
  });
}
