import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";
import { memos } from "./memo-world.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = any;

export interface TestMemos extends TestKernel {
  /** Calls a tool and answers with the raw result. */
  result(tool: string, args: object, options?: { user?: string; signal?: AbortSignal }): Promise<Answer>;
  /** Calls a tool and answers with its structured content. */
  ask(tool: string, args: object, user?: string): Promise<Answer>;
  keep(...said: [id: string, text: string][]): Promise<Answer>;
  /** The ids that a text finds, now or as of a time. */
  found(text: string, asOf?: number, user?: string): Promise<string[]>;
  /** Every document of the index, past ones too, oldest first. */
  rows(): Promise<{ id: string; text: string; since: number; until: number | null }[]>;
}

/** A kernel with the memo world, without vectors unless asked for. */
export async function openTestMemos(options: TestKernelOptions = {}): Promise<TestMemos> {
  const kernel = await openTestKernel({ embedder: "none", worlds: [memos], ...options });
  const result: TestMemos["result"] = (tool, args, { user, signal } = {}) =>
    kernel.callTool(tool, args, { server: "memo", ...(user !== undefined && { user }), ...(signal && { signal }) });
  const ask: TestMemos["ask"] = async (tool, args, user) =>
    (await result(tool, args, user === undefined ? {} : { user })).structuredContent;
  return {
    ...kernel,
    result,
    ask,
    keep: (...said) => ask("keep_memo", { memos: said.map(([id, text]) => ({ id, text })) }),
    found: async (text, asOf, user) =>
      (await ask("find_memo", { text, ...(asOf !== undefined && { as_of: asOf }) }, user)).found.sort(),
    rows: async () =>
      (await kernel.parts.database()).read(EVERY_TENANT, (sql) =>
        sql.all(query`select id, text, since, until from search_document order by tenant_id, id, since`),
      ),
  };
}
