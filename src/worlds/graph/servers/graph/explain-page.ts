import type { WorldPage } from "../../../../kernel/index.ts";

const SHOWN = 10;

/** For people: what a question finds, and for each result its scores per space and per stage. It asks the tool as any caller would. */
export const explainPage: WorldPage = {
  server: "graph",
  async report(ask, nowMs, query) {
    const asked = query.get("query")?.trim() ?? "";
    const answer =
      asked === ""
        ? { results: [], count: 0 }
        : await ask("search_graph", { query: asked, topK: SHOWN, includeContent: true, explain: true });
    return { generatedAt: new Date(nowMs).toISOString(), query: asked, ...answer };
  },
};
