/** The exact spelling of the contract, by tool name. */
const METHODS = {
  instructions_list: "instructions/list",
  instructions_list_scoped: "instructions/listScoped",
  instructions_get: "instructions/get",
  instructions_search: "instructions/search",
  instructions_diff: "instructions/diff",
  instructions_export: "instructions/export",
  instructions_import: "instructions/import",
  instructions_add: "instructions/add",
  instructions_repair: "instructions/repair",
  instructions_reload: "instructions/reload",
  instructions_remove: "instructions/remove",
  instructions_groom: "instructions/groom",
  instructions_governance_hash: "instructions/governanceHash",
  prompt_review: "prompt/review",
  integrity_verify: "integrity/verify",
  gates_evaluate: "gates/evaluate",
  usage_track: "usage/track",
  usage_hotset: "usage/hotset",
  usage_flush: "usage/flush",
  metrics_snapshot: "metrics/snapshot",
  feature_status: "feature/status",
  meta_tools: "meta/tools",
  health_check: "health/check",
} as const;

/** The method of a tool; what is none is called what it was called. */
export function methodOf(tool: string): string {
  return METHODS[tool as keyof typeof METHODS] ?? tool;
}

/** How a tool is reached besides its own name: by its method, and by that with the sign that clients put for the slash. */
export function spelledAs(tool: keyof typeof METHODS): { aliases: readonly string[]; methods: readonly string[] } {
  const method = METHODS[tool];
  const underscored = method.replace("/", "_");
  return { aliases: underscored === tool ? [method] : [method, underscored], methods: [method] };
}

/** The tools that answer the same for the same catalog, by the contract's list. */
export const STABLE_TOOLS: ReadonlySet<string> = new Set([
  "health_check",
  "instructions_list",
  "instructions_list_scoped",
  "instructions_governance_hash",
  "instructions_get",
  "instructions_search",
  "instructions_diff",
  "instructions_export",
  "prompt_review",
  "integrity_verify",
  "usage_track",
  "usage_hotset",
  "metrics_snapshot",
  "gates_evaluate",
  "meta_tools",
]);
