import { expect } from "vitest";
import { truth } from "../../src/worlds/truth/index.ts";
import { dumpEverything } from "./dump.ts";
import { temporaryFolder } from "./folder.ts";
import { openTestKernel, type TestKernel, type TestKernelOptions } from "./kernel.ts";

export type TruthOptions = Omit<TestKernelOptions, "worlds">;

/** What a call came to, as a client reads it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = any;

/** Who calls, and from where. */
interface From {
  readonly user?: string;
  readonly connection?: string;
}

/** What became of a stored row. */
export interface Said {
  readonly entity_id: string;
  readonly entity_type: string;
  readonly observation_id: string;
}

export interface TestTruth extends TestKernel {
  /** Calls a tool and answers with its structured content. */
  ask(tool: string, args?: Record<string, unknown>, from?: From): Promise<Answer>;
  /** Like `ask` for a call that must be refused: answers with the error and sees to it that nothing but the refusal was kept. */
  refused(tool: string, args?: Record<string, unknown>, from?: From): Promise<Answer>;
  /** Stores rows under a key of their own and answers with the ids of their entities, in the order of the rows. */
  put(...rows: Record<string, unknown>[]): Promise<string[]>;
  /** The same, answering with entities and observations. */
  say(...rows: Record<string, unknown>[]): Promise<Said[]>;
  /** What is known of an entity now. */
  snapshot(entityId: string, cut?: { at?: string; at_ingested?: string }): Promise<Answer>;
  /** Everything known, as one hash. */
  root(): Promise<string>;
}

/** A kernel with the truth world on a folder of its own, without vectors and without limits. */
export async function openTestTruth(options: TruthOptions = {}): Promise<TestTruth> {
  const folder = options.folder ?? temporaryFolder();
  const kernel = await openTestKernel({
    embedder: "none",
    limits: { budgets: { store: 0, retrieve_entities: 0 } },
    ...options,
    folder,
    worlds: [truth],
  });
  let keys = 0;
  const ask: TestTruth["ask"] = async (tool, args = {}, from = {}) => {
    const outcome = await kernel.callTool(tool, args, from);
    if (!("structuredContent" in outcome)) throw new Error(`no structured content: ${JSON.stringify(outcome)}`);
    return outcome.structuredContent;
  };
  /** All but the log, which holds the refusal itself. */
  const everything = async () => {
    const { tables, files } = (await dumpEverything(kernel)) as { tables: Record<string, unknown>; files: unknown };
    const { event: _event, log_head: _head, ...kept } = tables;
    return { tables: kept, files, root: await kernel.stateRoot() };
  };
  const say: TestTruth["say"] = async (...rows) => {
    const request = { idempotency_key: `put ${keys++}`, entities: rows };
    const stored: Said[] = [];
    // A long answer comes in parts.
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const answer: Answer = await ask("store_structured", { ...request, ...(offset > 0 && { offset }) });
      if (answer.error !== undefined) throw new Error(`not stored: ${JSON.stringify(answer)}`);
      stored.push(...answer.entities);
      offset = answer.next_offset;
    }
    return stored;
  };
  return {
    ...kernel,
    ask,
    say,
    put: async (...rows) => (await say(...rows)).map(({ entity_id }) => entity_id),
    async refused(tool, args, from) {
      const before = await everything();
      const { error } = await ask(tool, args, from);
      if (error === undefined) throw new Error(`${tool} was not refused`);
      expect(await everything()).toEqual(before);
      return error;
    },
    snapshot: (entity_id, cut = {}) => ask("retrieve_entity_snapshot", { entity_id, ...cut }),
    root: async () => (await kernel.stateRoot()).root,
  };
}
