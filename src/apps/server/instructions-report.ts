import { type Kernel, SILENT_CLIENT } from "../../kernel/serve.ts";
import type { HttpCaller } from "../../kernel/transports/http/index.ts";

/** What the page shows of the instruction server, by the tool that knows it. All of them only read. */
const QUESTIONS = {
  tools: { tool: "meta_tools", args: {} },
  catalog: { tool: "instructions_export", args: { metaOnly: true } },
  governance: { tool: "instructions_governance_hash", args: {} },
  health: { tool: "health_check", args: {} },
  gates: { tool: "gates_evaluate", args: {} },
  hotset: { tool: "usage_hotset", args: { limit: 20 } },
} as const;

const SHOWN_FIELDS = ["id", "title", "priorityTier", "status", "owner", "categories", "nextReviewDue"];

type Answer = Readonly<Record<string, unknown>>;

/** Asks the tools as any caller would: what they refuse, the page does not see either. */
export async function reportInstructions(kernel: Kernel, caller: HttpCaller): Promise<Answer> {
  const report: Record<string, Answer> = {};
  for (const [part, { tool, args }] of Object.entries(QUESTIONS)) {
    report[part] = await ask(kernel, caller, tool, args);
  }
  return {
    generatedAt: new Date(kernel.parts.env.now()).toISOString(),
    ...report,
    catalog: withoutBodies(report.catalog ?? {}),
    governance: withoutItems(report.governance ?? {}),
  };
}

async function ask(kernel: Kernel, { user, connection }: HttpCaller, name: string, args: object): Promise<Answer> {
  const outcome = await kernel.call({
    server: "instructions",
    name,
    arguments: args,
    connection: {
      id: connection,
      transport: "http",
      client: "dashboard",
      stateless: true,
      ...(user !== undefined && { user }),
    },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    // Whole answers: the page has room for them.
    form: "method",
  });
  const { rpc, structuredContent } = outcome as { rpc?: { message: string }; structuredContent?: Answer };
  return rpc === undefined ? (structuredContent ?? {}) : { error: rpc.message };
}

/** A table needs no more of an entry than its columns. */
function withoutBodies(catalog: Answer): Answer {
  if (!Array.isArray(catalog.items)) return catalog;
  const items = catalog.items.map((item: Answer) =>
    Object.fromEntries(SHOWN_FIELDS.map((field) => [field, item[field]])),
  );
  return { ...catalog, items };
}

function withoutItems({ items: _items, ...rest }: Answer): Answer {
  return rest;
}
