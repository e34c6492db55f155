import { type ErrorCode, type JsonObject, KernelError } from "../../../kernel/index.ts";

interface CodeFacts {
  readonly number: number;
  readonly kernel: ErrorCode;
  /** What to do next. */
  readonly hint: string;
}

/** Every refusal of this world. Numbers keep the contract's ranges: 1000 parameters, 1100 constraints, 1200 governance, 1300 state, 1400 what lies outside. */
export const CODES = {
  missing_parameter: { number: 1000, kernel: "invalid_arguments", hint: "Give the argument that is named." },
  wrong_type: { number: 1001, kernel: "invalid_arguments", hint: "Give a value of the named type." },
  bad_choice: { number: 1002, kernel: "invalid_arguments", hint: "Choose one of the values that are listed." },
  out_of_range: { number: 1003, kernel: "invalid_arguments", hint: "Give a value within the range that is named." },
  unknown_parameter: { number: 1004, kernel: "invalid_arguments", hint: "Use one of the names that are listed." },
  bad_id: { number: 1005, kernel: "invalid_arguments", hint: "Give an id as the tools return it." },
  unsupported: { number: 1006, kernel: "invalid_arguments", hint: "Choose one of the supported forms." },
  unknown_tool: { number: 1007, kernel: "unknown_tool", hint: "Call tools/list for the names of this server." },
  bad_profile: {
    number: 1009,
    kernel: "invalid_arguments",
    hint: 'Give {"shape":"rectangular","width","depth"}, {"shape":"circular","diameter"} or "300x300", in mm.',
  },

  zero_length: { number: 1100, kernel: "invalid_arguments", hint: "Let start and end be two different points." },
  opening_exceeds_host: { number: 1101, kernel: "invalid_arguments", hint: "Let it lie wholly within its host." },
  no_host: { number: 1102, kernel: "invalid_arguments", hint: "Name an element of this branch that can hold it." },
  openings_overlap: { number: 1103, kernel: "conflict", hint: "Move it clear of the opening that is named." },
  outside_bounds: { number: 1104, kernel: "invalid_arguments", hint: "Stay within 10 km of the origin." },
  wall_too_short: { number: 1105, kernel: "invalid_arguments", hint: "A wall is at least 100 mm long." },
  bad_polygon: {
    number: 1106,
    kernel: "invalid_arguments",
    hint: "Give at least three corners of an outline that does not cross or touch itself.",
  },
  different_branches: { number: 1107, kernel: "conflict", hint: "Name elements of one and the same branch." },
  invalid_join: { number: 1108, kernel: "invalid_arguments", hint: "Join elements that meet and are not joined yet." },
  dependency_cycle: { number: 1109, kernel: "conflict", hint: "No element may depend on itself through others." },
  empty_result: { number: 1111, kernel: "conflict", hint: "Nothing would be left: check which elements overlap." },
  not_solid: { number: 1112, kernel: "conflict", hint: "This needs a closed solid." },
  leaves_host: { number: 1113, kernel: "conflict", hint: "Move or shorten what is listed first." },
  has_dependants: { number: 1114, kernel: "conflict", hint: "Change or delete first what is listed." },
  outline_does_not_fit: { number: 1115, kernel: "invalid_arguments", hint: "Use a convex outline, or another type." },

  forbidden: { number: 1200, kernel: "forbidden", hint: "Ask the operator for the permission." },
  out_of_scope: { number: 1201, kernel: "forbidden", hint: "An administrator can widen the scope." },
  approval_required: {
    number: 1202,
    kernel: "approval_required",
    hint: "Call again with the approval_id after a person approved it.",
  },
  approval_invalid: {
    number: 1203,
    kernel: "forbidden",
    hint: "Call again without approval_id to ask anew.",
  },
  too_many_elements: {
    number: 1204,
    kernel: "forbidden",
    hint: "Do it in smaller calls, or ask the operator for a higher limit.",
  },
  session_used_up: { number: 1205, kernel: "rate_limited", hint: "Wait, or ask the operator for a higher limit." },
  approval_of_another_call: {
    number: 1209,
    kernel: "forbidden",
    hint: "Call with the very arguments that were approved, or without approval_id to ask anew.",
  },
  reasoning_missing: {
    number: 1206,
    kernel: "reasoning_required",
    hint: "Call again with `reasoning`: one sentence on why this is done.",
  },
  request_rate: { number: 1207, kernel: "rate_limited", hint: "Wait, then call again." },

  element_not_found: { number: 1300, kernel: "not_found", hint: "Look it up with list_elements." },
  branch_not_found: { number: 1301, kernel: "not_found", hint: "Look it up with list_branches." },
  level_not_found: { number: 1302, kernel: "not_found", hint: "Look it up with list_elements and category Levels." },
  stale: { number: 1303, kernel: "conflict", hint: "Read the present state and decide anew." },
  model_not_found: { number: 1304, kernel: "not_found", hint: "Make a model with create_project." },
  regeneration_failed: {
    number: 1305,
    kernel: "conflict",
    hint: "The geometry cannot be made; nothing was changed. Choose other values.",
  },
  view_not_found: {
    number: 1306,
    kernel: "not_found",
    hint: "Make it with create_plan, create_section or generate_schedule.",
  },
  element_deleted: { number: 1307, kernel: "not_found", hint: "undo of the deletion brings it back." },
  merge_conflict: {
    number: 1308,
    kernel: "conflict",
    hint: "Call again with one entry of `resolutions` for each conflict.",
  },
  event_not_found: { number: 1311, kernel: "not_found", hint: "Look it up with get_event_log." },

  file_write: { number: 1400, kernel: "storage_unavailable", hint: "See that the folder can be written." },
  export_failed: { number: 1401, kernel: "internal", hint: "Nothing was written; the log on stderr has the cause." },
  storage: { number: 1402, kernel: "storage_unavailable", hint: "Call again; the log on stderr has the cause." },
  timeout: { number: 1403, kernel: "cancelled", hint: "Nothing was written. Call again." },
  transport: { number: 1404, kernel: "shutting_down", hint: "Call again after the server restarted." },
  engine_failed: {
    number: 1405,
    kernel: "internal",
    hint: "This is a fault of ours; the log on stderr has the cause.",
  },
  ifc_engine_failed: {
    number: 1406,
    kernel: "parser_unavailable",
    hint: "Call again; if it fails again, split the file.",
  },
  import_unreadable: {
    number: 1407,
    kernel: "invalid_arguments",
    hint: "Give a whole IFC file that its program can open.",
  },
} as const satisfies Record<string, CodeFacts>;

export type BuildingCode = keyof typeof CODES;

const CODE = "building_code";

/** Makes a refusal with a code of the contract. Facts in `details` hold ids and measures, never stored text. */
export function refuse(code: BuildingCode, message: string, details: JsonObject = {}): KernelError {
  return new KernelError(CODES[code].kernel, message, { ...details, [CODE]: code });
}

/** The code of a refusal made here, and its details without it. */
export function codeOf(error: KernelError): { code: BuildingCode; details: JsonObject } | undefined {
  const { [CODE]: given, ...details } = error.details;
  return typeof given === "string" && given in CODES ? { code: given as BuildingCode, details } : undefined;
}
