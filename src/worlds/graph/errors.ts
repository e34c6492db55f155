import { type ErrorCode, type JsonObject, KernelError } from "../../kernel/index.ts";

/** The contract's error codes by name: their number, and where they stand on the kernel's table. */
const GRAPH_CODES = {
  INVALID_PARAMS: { number: -32602, kernel: "invalid_arguments" },
  INTERNAL_ERROR: { number: -32603, kernel: "internal" },
  STORAGE_ERROR: { number: -32001, kernel: "storage_unavailable" },
  EMBEDDING_ERROR: { number: -32002, kernel: "conflict" },
  UTL_ERROR: { number: -32003, kernel: "conflict" },
  TOOL_NOT_FOUND: { number: -32004, kernel: "unknown_tool" },
  GWT_NOT_INITIALIZED: { number: -32005, kernel: "conflict" },
  WORKSPACE_ERROR: { number: -32006, kernel: "conflict" },
  CONSCIOUSNESS_COMPUTATION_FAILED: { number: -32007, kernel: "conflict" },
  DREAM_ERROR: { number: -32008, kernel: "conflict" },
  NEUROMOD_ERROR: { number: -32009, kernel: "invalid_arguments" },
  THRESHOLD_ERROR: { number: -32010, kernel: "invalid_arguments" },
  INVALID_FINGERPRINT: { number: -32801, kernel: "invalid_arguments" },
  COMPUTATION_ERROR: { number: -32802, kernel: "conflict" },
  DIMENSION_MISMATCH: { number: -32803, kernel: "invalid_arguments" },
} as const satisfies Record<string, { readonly number: number; readonly kernel: ErrorCode }>;

export type GraphCode = keyof typeof GRAPH_CODES;

const CODE = "graph_code";

/** Makes a refusal with a code of the contract; `reason` says the finer cause, `details` hold ids and counts, never stored text. */
export function refuse(code: GraphCode, message: string, reason: string, details: JsonObject = {}): KernelError {
  return new KernelError(GRAPH_CODES[code].kernel, message, { reason, ...details, [CODE]: code });
}

/** The contract's number and name of a failure, and its details without our own mark. */
export function codeOf(error: KernelError): { number: number; name: string; details: JsonObject } {
  const { [CODE]: given, ...details } = error.details;
  if (typeof given === "string" && given in GRAPH_CODES) {
    return { number: GRAPH_CODES[given as GraphCode].number, name: given, details };
  }
  const name = kernelName(error);
  return { number: name === undefined ? error.kind.rpc : GRAPH_CODES[name].number, name: name ?? error.code, details };
}

function kernelName({ code }: KernelError): GraphCode | undefined {
  if (code === "unknown_tool") return "TOOL_NOT_FOUND";
  if (code === "internal") return "INTERNAL_ERROR";
  if (code === "invalid_arguments" || code === "not_found") return "INVALID_PARAMS";
  return code.startsWith("storage_") || code === "commit_unknown" || code === "row_altered"
    ? "STORAGE_ERROR"
    : undefined;
}

export function memoryNotFound(id: string): KernelError {
  return refuse("INVALID_PARAMS", "There is no memory with this id. Find it with search_graph.", "memory_not_found", {
    memory_id: id,
  });
}
