import { z } from "zod";
import { defineServer, defineTool, jsonResult, KernelError, query, type Scope } from "../../src/kernel/index.ts";
import { defineTestWorld } from "./worlds.ts";

/** What the tools below work with. */
interface Ledger {
  readonly scope: Scope;
}

/** What a test may do while a call is being prepared, and what it saw. */
export interface PrepareHooks {
  /** Runs inside every `prepare`, with how often the tool was prepared by then. */
  during?(times: number, scope: Scope): Promise<void>;
  prepared: number;
}

const Sum = z.object({ sum: z.int() });

async function sumOf({ sql, caller }: Scope): Promise<number> {
  const row = await sql.first<{ total: number | null }>(
    query`select cast(sum(amount) as integer) as total from ledger_line where tenant_id = ${caller.tenant}`,
  );
  return row?.total ?? 0;
}

const sum = defineTool({
  name: "sum",
  title: "Sum",
  description: "Adds up all lines of this user.",
  effect: "read",
  input: z.object({}),
  output: Sum,
  run: async (_input, { scope }: Ledger) => ({ sum: await sumOf(scope) }),
});

const add = defineTool({
  name: "add",
  title: "Add a line",
  description: "Adds one line; refuses amounts of zero after writing half of it.",
  effect: "write",
  input: z.object({ amount: z.int() }),
  output: Sum,
  async run({ amount }, { scope }: Ledger) {
    await scope.record({ kind: "line.added", payload: { amount } });
    if (amount === 0) throw new KernelError("conflict", "A line of nothing is no line");
    return { sum: await sumOf(scope) };
  },
});

const clear = defineTool({
  name: "clear",
  title: "Remove all lines",
  description: "Removes every line of this user.",
  effect: "destructive",
  requires: ["scissors"],
  input: z.object({}),
  output: Sum,
  async run(_input, { scope }: Ledger) {
    await scope.record({ kind: "lines.cleared", payload: {} });
    return { sum: 0 };
  },
});

const double = (hooks: PrepareHooks) =>
  defineTool({
    name: "double",
    title: "Double",
    description: "Adds a line as large as all others together, worked out beforehand.",
    effect: "write",
    input: z.object({}),
    output: Sum,
    async prepare(_input, { scope }: Ledger) {
      hooks.prepared += 1;
      const seen = await sumOf(scope);
      await hooks.during?.(hooks.prepared, scope);
      return { seen };
    },
    async run(_input, { scope }: Ledger, { seen }) {
      if ((await sumOf(scope)) !== seen) throw new KernelError("outdated", "Lines were added meanwhile");
      await scope.record({ kind: "line.added", payload: { amount: seen } });
      return { sum: await sumOf(scope) };
    },
  });

/** Calls of other servers, made by a call: `desk` is the front door of the ledger. */
const twice = defineTool({
  name: "twice",
  title: "Add twice",
  description: "Adds two lines through the ledger; with forgive, it hides that one was refused.",
  effect: "write",
  input: z.object({ amounts: z.tuple([z.int(), z.int()]), forgive: z.boolean().optional() }),
  output: Sum,
  async run({ amounts, forgive = false }, { scope }: Ledger) {
    for (const amount of amounts) {
      try {
        await scope.call("ledger", "add", { amount });
      } catch (error) {
        if (!forgive) throw error;
      }
    }
    return (await scope.call("ledger", "sum", {})) as { sum: number };
  },
});

const doubleThere = defineTool({
  name: "double_there",
  title: "Double through the ledger",
  description: "Prepares and makes a call of the ledger that is worked out beforehand.",
  effect: "write",
  input: z.object({ prepares: z.boolean() }),
  output: Sum,
  async prepare({ prepares }, { scope }: Ledger) {
    if (prepares) await scope.prepare("ledger", "double", {});
  },
  run: async (_input, { scope }: Ledger) => (await scope.call("ledger", "double", {})) as { sum: number },
});

const notice = defineTool({
  name: "notice",
  title: "Notice",
  description: "Reads, and writes down what it noticed in a transaction of its own, as an index of files does.",
  effect: "read",
  input: z.object({}),
  output: Sum,
  run: async (_input, { scope }: Ledger) => ({ sum: await scope.installation.derive(async () => sumOf(scope)) }),
});

const noticeThere = defineTool({
  name: "notice_there",
  title: "Notice through the ledger",
  description: "A write that calls a read which writes what it noticed.",
  effect: "write",
  input: z.object({}),
  output: Sum,
  run: async (_input, { scope }: Ledger) => (await scope.call("ledger", "notice", {})) as { sum: number },
});

const look = defineTool({
  name: "look",
  title: "Look",
  description: "Reads through the ledger; with write, it tries what a read may not.",
  effect: "read",
  input: z.object({ write: z.boolean().optional(), again: z.boolean().optional() }),
  output: Sum,
  async run({ write = false, again = false }, { scope }: Ledger) {
    if (again) return (await scope.call("desk", "look", { again })) as { sum: number };
    return (await scope.call("ledger", write ? "add" : "sum", write ? { amount: 1 } : {})) as { sum: number };
  },
});

export interface LedgerOptions {
  readonly hooks?: PrepareHooks;
  readonly takes?: Parameters<typeof defineServer>[0]["takes"];
  /** Whether the operator allows `clear`. */
  readonly scissors?: boolean;
}

/** A small world for tests of the call path: lines that add up, and on every answer what they add up to. */
export function ledgerWorld({ hooks = { prepared: 0 }, takes, scissors = true }: LedgerOptions = {}) {
  return defineTestWorld<Ledger>({
    name: "ledger",
    servers: [
      defineServer<Ledger>({
        name: "ledger",
        title: "Ledger",
        instructions: "Lines that add up.",
        ...(takes !== undefined && { takes }),
        state: async ({ scope }) => ({ sum: await sumOf(scope) }),
        envelope: {
          success: (value, { state }) => jsonResult({ ...value, ...(state && { state }) }),
          failure: ({ code }, { state }) => jsonResult({ error: { code }, ...(state && { state }) }, true),
        },
        tools: [sum, add, clear, notice, double(hooks)],
      }),
      defineServer<Ledger>({
        name: "desk",
        title: "Desk",
        instructions: "A front door.",
        tools: [twice, doubleThere, noticeThere, look],
      }),
    ],
    requirements: {
      scissors: () => (scissors ? undefined : new KernelError("forbidden", "There are no scissors here")),
    },
    migrations: [
      {
        name: "ledger-001-line",
        up: (schema, { text, integer }) => [
          schema
            .createTable("ledger_line")
            .addColumn("tenant_id", text, (column) => column.notNull())
            .addColumn("seq", integer, (column) => column.notNull())
            .addColumn("amount", integer, (column) => column.notNull())
            .addPrimaryKeyConstraint("ledger_line_key", ["tenant_id", "seq"]),
        ],
      },
    ],
    projections: [{ table: "ledger_line", columns: ["tenant_id", "seq", "amount"], orderBy: ["tenant_id", "seq"] }],
    open: (scope) => ({ scope }),
    async apply(event, sql) {
      const { amount } = event.payload as { amount?: number };
      if (event.kind === "line.added") {
        await sql.run(
          query`insert into ledger_line (tenant_id, seq, amount) values (${event.tenant}, ${event.seq}, ${amount ?? 0})`,
        );
      }
      if (event.kind === "lines.cleared") {
        await sql.run(query`delete from ledger_line where tenant_id = ${event.tenant}`);
      }
    },
  });
}
