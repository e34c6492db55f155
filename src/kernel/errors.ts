import type { Json } from "./json.ts";

/** What is fixed about one way to fail: HTTP status, JSON-RPC code, whether the same call may work later, and what to do. */
export interface ErrorKind {
  readonly status: number;
  readonly rpc: number;
  readonly retry: boolean;
  readonly hint: string;
}

/** Every way a call can fail. A code is a promise to callers: add freely, never rename. */
export const ERRORS = {
  parse_error: { status: 400, rpc: -32700, retry: false, hint: "Send one JSON value in UTF-8 per message." },
  invalid_request: { status: 400, rpc: -32600, retry: false, hint: "Send a JSON-RPC 2.0 request." },
  method_not_allowed: { status: 405, rpc: -32600, retry: false, hint: "The header Allow names the methods." },
  hostile_json: {
    status: 400,
    rpc: -32600,
    retry: false,
    hint: "Send plain JSON: `details.reason` names what was refused.",
  },
  unsupported_media_type: {
    status: 415,
    rpc: -32600,
    retry: false,
    hint: "Set the header Content-Type: application/json.",
  },
  too_large: {
    status: 413,
    rpc: -32600,
    retry: false,
    hint: "Send less at once; `details` names the limit: bytes, values in all or keys in one object.",
  },
  request_timeout: { status: 408, rpc: -32600, retry: true, hint: "Send the whole body at once, then call again." },
  overloaded: {
    status: 503,
    rpc: -32000,
    retry: true,
    hint: "Wait `details.retry_after_seconds`, then call again; send less at once.",
  },
  result_too_large: {
    status: 413,
    rpc: -32603,
    retry: false,
    hint: "Ask for less: a smaller limit, a filter, or a page.",
  },
  unknown_tool: { status: 404, rpc: -32602, retry: false, hint: "Call tools/list for the names of this server." },
  invalid_arguments: {
    status: 400,
    rpc: -32602,
    retry: false,
    hint: "Correct what the message says, and every entry of `details.problems` where there are some; then call again.",
  },
  not_found: { status: 404, rpc: -32602, retry: false, hint: "Check the id, or search for it." },
  unauthenticated: { status: 401, rpc: -32001, retry: false, hint: "Sign in, then call again with the token." },
  forbidden: { status: 403, rpc: -32003, retry: false, hint: "Ask the operator for permission." },
  insufficient_scope: {
    status: 403,
    rpc: -32003,
    retry: false,
    hint: "Ask the user for a token with the scopes in `details.scope`, then call again.",
  },
  wrong_host: {
    status: 403,
    rpc: -32000,
    retry: false,
    hint: "Call it by the address it prints; --allowed-hosts and --allowed-origins add names and pages.",
  },
  read_only: {
    status: 403,
    rpc: -32003,
    retry: false,
    hint: "This server was started read-only: restart it without --read-only to write.",
  },
  session_not_found: { status: 404, rpc: -32001, retry: false, hint: "Send initialize to open a new session." },
  session_required: {
    status: 400,
    rpc: -32000,
    retry: false,
    hint: "Send initialize first, then the Mcp-Session-Id it returned.",
  },
  session_limit: {
    status: 503,
    rpc: -32000,
    retry: true,
    hint: "Close sessions that are no longer used, or wait for idle ones to end.",
  },
  rate_limited: { status: 429, rpc: -32000, retry: true, hint: "Wait `details.retry_after_seconds`, then call again." },
  out_of_scope: {
    status: 403,
    rpc: -32003,
    retry: false,
    hint: "The operator limited what this agent may touch: stay within `details.scope`, or ask the operator to widen it.",
  },
  too_many_elements: {
    status: 403,
    rpc: -32003,
    retry: false,
    hint: "Do it in smaller calls, or ask the operator for a higher limit: `details.limit` is the most one call may touch here.",
  },
  session_used_up: {
    status: 429,
    rpc: -32000,
    retry: true,
    hint: "Wait `details.retry_after_seconds`, or ask the operator for a higher limit.",
  },
  approval_required: {
    status: 403,
    rpc: -32003,
    retry: false,
    hint: "A person must approve this very call: tell them `details.approval_id`, then call again with it as approval_id.",
  },
  approval_invalid: {
    status: 403,
    rpc: -32003,
    retry: false,
    hint: "`details.reason` says why this approval does not count. Call again without approval_id to ask anew.",
  },
  conflict: { status: 409, rpc: -32000, retry: false, hint: "Read the present state and decide anew." },
  reasoning_required: {
    status: 400,
    rpc: -32602,
    retry: false,
    hint: "Call again with `reasoning`: one sentence on why this is done.",
  },
  outdated: {
    status: 409,
    rpc: -32000,
    retry: true,
    hint: "What this call was worked out from kept changing while it ran; nothing was written. Call again.",
  },
  idempotency_mismatch: { status: 409, rpc: -32000, retry: false, hint: "Use a new key for a different payload." },
  cancelled: { status: 499, rpc: -32000, retry: true, hint: "The caller cancelled; nothing was written." },
  shutting_down: {
    status: 503,
    rpc: -32000,
    retry: true,
    hint: "The server is stopping; nothing was written. Call again after it restarts.",
  },
  storage_busy: { status: 503, rpc: -32000, retry: true, hint: "Another process holds the database; call again." },
  storage_full: {
    status: 507,
    rpc: -32000,
    retry: true,
    hint: "Free space on the disk of the data folder; nothing was written.",
  },
  storage_failed: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "The disk, or a file of the database, failed under the server. Mend that and restart; `bailiwick verify` tells the rest.",
  },
  storage_unavailable: {
    status: 503,
    rpc: -32000,
    retry: true,
    hint: "The database cannot be reached. Check the address and that it runs.",
  },
  storage_refused: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "Correct the database address, in --database or BAILIWICK_DATABASE_URL, or what the server allows.",
  },
  storage_missing: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "The first write makes it: start a server without --read-only and call a tool, or check --data.",
  },
  storage_unwritable: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "Give this user the right to write there, or choose another place with --data or --database.",
  },
  storage_corrupt: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "Restore the data folder from a backup; `bailiwick verify` tells what is damaged.",
  },
  row_altered: {
    status: 500,
    rpc: -32603,
    retry: false,
    hint: "Nothing was answered from the row in `details`. `bailiwick verify --full` names all that was changed; restore a backup.",
  },
  commit_unknown: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "The connection broke during the commit: look whether the write is there before repeating it.",
  },
  schema_newer: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "A newer Bailiwick has used this data. Update this one.",
  },
  schema_older: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "Start once without --read-only: that brings the database up to date.",
  },
  parser_unavailable: {
    status: 503,
    rpc: -32000,
    retry: true,
    hint: "The system starts no more processes: free memory or end others, then call again.",
  },
  blob_corrupt: {
    status: 500,
    rpc: -32603,
    retry: false,
    hint: "The stored file no longer matches its hash: store the same content again, or restore it from a backup.",
  },
  backup_damaged: {
    status: 400,
    rpc: -32602,
    retry: false,
    hint: "Nothing was kept of it. Run `bailiwick verify --full` on the folder, or take another copy of the backup.",
  },
  import_stopped: { status: 499, rpc: -32000, retry: true, hint: "Run the same import again when you like." },
  checkpoint_invalid: {
    status: 400,
    rpc: -32602,
    retry: false,
    hint: "Compare with another copy of the checkpoint, and give the key it was made with as --key.",
  },
  key_unknown: {
    status: 503,
    rpc: -32000,
    retry: false,
    hint: "Put the key that `details.named` or `details.file` names back into keys/ of the data folder, whole and readable.",
  },
  internal: {
    status: 500,
    rpc: -32603,
    retry: false,
    hint: "This is a fault of ours; the log on stderr has the cause under `details.trace_id`.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** An expected failure. The message is our own words; facts go in `details`, the cause only to the log. */
export class KernelError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, Json>>;

  constructor(code: ErrorCode, message: string, details: Readonly<Record<string, Json>> = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "KernelError";
    this.code = code;
    this.details = details;
  }

  /** What is fixed about this failure. */
  get kind(): ErrorKind {
    return ERRORS[this.code];
  }
}
