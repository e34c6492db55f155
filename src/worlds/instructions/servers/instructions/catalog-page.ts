import { isJsonObject, type JsonObject, type WorldPage } from "../../../../kernel/index.ts";

/** What the page shows, by the tool that knows it. All of them only read. */
const QUESTIONS = {
  tools: { tool: "meta_tools", args: {} },
  catalog: { tool: "instructions_export", args: { metaOnly: true } },
  governance: { tool: "instructions_governance_hash", args: {} },
  health: { tool: "health_check", args: {} },
  gates: { tool: "gates_evaluate", args: {} },
  hotset: { tool: "usage_hotset", args: { limit: 20 } },
} as const;

const SHOWN_FIELDS = ["id", "title", "priorityTier", "status", "owner", "categories", "nextReviewDue"];

/** The catalog for people. It asks the tools as any caller would: what they refuse, the page does not see either. */
export const catalogPage: WorldPage = {
  server: "instructions",
  async report(ask, nowMs) {
    const report: Record<string, JsonObject> = {};
    for (const [part, { tool, args }] of Object.entries(QUESTIONS)) report[part] = await ask(tool, args);
    return {
      generatedAt: new Date(nowMs).toISOString(),
      ...report,
      catalog: withoutBodies(report.catalog ?? {}),
      governance: withoutItems(report.governance ?? {}),
    };
  },
};

/** A table needs no more of an entry than its columns. */
function withoutBodies(catalog: JsonObject): JsonObject {
  if (!Array.isArray(catalog.items)) return catalog;
  const items = catalog.items.map((item: unknown) => (isJsonObject(item) ? shownOf(item as JsonObject) : null));
  return { ...catalog, items };
}

function shownOf(item: JsonObject): JsonObject {
  return Object.fromEntries(SHOWN_FIELDS.map((field) => [field, item[field]]));
}

function withoutItems({ items: _items, ...rest }: JsonObject): JsonObject {
  return rest;
}
