import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRealEnv } from "../src/apps/real-env.ts";
import { WORLDS } from "../src/apps/worlds.ts";
import { SILENT_CLIENT } from "../src/kernel/client.ts";
import { createLogger, type LimitOptions, openKernel } from "../src/kernel/serve.ts";
import type { Bench, Target } from "./kit/bench.ts";
import { ratioOf, type Spread, spreadOf } from "./kit/statistics.ts";
import { table } from "./kit/table.ts";

const ROUNDS = 30;
const CALLS = 200;
const ENTITIES = 200;
/** Asked for: what governs a read costs no more than a tenth of it. */
const RATIO_MAX = 1.1;
/** Never reached: what is measured is the counting. */
const MANY = 1_000_000;

/** What an operator may say at once: who may read what, how often, and of whom nothing is said. */
const GRANTED = { entity_types: ["task", "company", "note*"], servers: ["truth"] };
const RECORDS: Readonly<Record<string, object>> = {
  "*": { permissions: { READ: {} }, max_operations_per_session: 1000 },
  bench: {
    permissions: { READ: GRANTED, CREATE: GRANTED, MODIFY: GRANTED },
    requires_approval: ["entity.deleted"],
    calls_per_minute: MANY,
    max_elements_per_operation: 100,
    max_operations_per_session: 1000,
  },
  ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`agent ${n}`, { permissions: { READ: {} } }])),
};
const LIMITS: LimitOptions = {
  callsPerMinute: MANY,
  writesPerMinute: MANY,
  callsInFlight: 1024,
  callsInFlightInAll: 4096,
  userCallsPerMinute: MANY,
  agentCallsPerMinute: MANY,
  toolCallsPerMinute: { retrieve_entities: MANY, "truth/retrieve_entities": MANY },
};
const NO_LIMITS: LimitOptions = { callsPerMinute: 0, writesPerMinute: 0, callsInFlight: 0, callsInFlightInAll: 0 };

interface Asked {
  readonly name: string;
  readonly agent: string;
  readonly ask: (turn: number) => [tool: string, args: Record<string, unknown>];
}

interface Row {
  readonly read: string;
  readonly governedMicroseconds: Spread;
  readonly freeMicroseconds: Spread;
  readonly ratio: Spread;
}

interface GovernanceResult {
  readonly rows: readonly Row[];
  readonly targets: readonly Target[];
}

/** What permissions, scopes and limits cost a read. */
export const bench: Bench<GovernanceResult> = {
  name: "governance",
  summary: "a read with permissions, scopes and limits said of everything, against one with none, by CPU",
  async run({ progress }) {
    const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
    try {
      progress("filling two folders with the same");
      const governed = await open(join(folder, "governed"), LIMITS, RECORDS);
      const free = await open(join(folder, "free"), NO_LIMITS, {});
      const rows: Row[] = [];
      for (const asked of readsOf(governed.ids)) {
        progress(asked.name);
        rows.push(await compare(asked, governed, free));
      }
      await Promise.all([governed.close(), free.close()]);
      return { rows, targets: rows.map(judge) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  print: ({ rows, targets }) => [
    ...table(
      ["read", "governed µs", "free µs", "ratio", "middle half"],
      rows.map(({ read, governedMicroseconds, freeMicroseconds, ratio }) => [
        read,
        governedMicroseconds.median.toFixed(0),
        freeMicroseconds.median.toFixed(0),
        ratio.median.toFixed(3),
        `${ratio.low.toFixed(3)}–${ratio.high.toFixed(3)}`,
      ]),
    ),
    ...targets.map(({ target, measured, met }) => `${met ? "met" : "NOT MET"}: ${target}: ${measured}`),
  ],
};

/** Where a scope is narrow, and where only the server matters. */
const readsOf = (ids: readonly string[]): Asked[] => [
  { name: "retrieve_entities", agent: "bench", ask: () => ["retrieve_entities", { entity_type: "task", limit: 10 }] },
  { name: "search", agent: "bench", ask: (turn) => ["search", { query: `task ${turn}`, entity_type: "task" }] },
  {
    name: "retrieve_entity_snapshot",
    agent: "agent 7",
    ask: (turn) => ["retrieve_entity_snapshot", { entity_id: ids[turn % ids.length] }],
  },
];

function judge({ read, ratio }: Row): Target {
  return {
    target: `governance costs ${read} at most a tenth`,
    measured: `${((ratio.median - 1) * 100).toFixed(1)} %`,
    met: ratio.median <= RATIO_MAX,
  };
}

async function compare(asked: Asked, governed: House, free: House): Promise<Row> {
  const spent: Record<"governed" | "free", number[]> = { governed: [], free: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    // Whoever is first in one round is last in the next; the round before the first warms both up.
    const both = [["governed", governed] as const, ["free", free] as const];
    for (const [name, house] of round % 2 === 0 ? both : both.reverse()) {
      const microseconds = await house.cpuOf(asked);
      if (round >= 0) spent[name].push(microseconds);
    }
  }
  return {
    read: asked.name,
    governedMicroseconds: spreadOf(spent.governed),
    freeMicroseconds: spreadOf(spent.free),
    ratio: ratioOf(spent.governed, spent.free),
  };
}

interface House {
  readonly ids: readonly string[];
  /** What one call costs, in the mean over so many. */
  cpuOf(asked: Asked): Promise<number>;
  close(): Promise<void>;
}

async function open(folder: string, limits: LimitOptions, records: Readonly<Record<string, object>>): Promise<House> {
  const kernel = openKernel({
    env: createRealEnv(),
    version: "0.0.0-bench",
    worlds: WORLDS,
    log: createLogger("error"),
    folder,
    limits: { ...limits, budgets: { store: 0, retrieve_entities: limits === NO_LIMITS ? 0 : MANY } },
    embedder: "none",
  });
  async function call(agent: string, name: string, args: unknown): Promise<Record<string, unknown>> {
    const outcome = await kernel.call({
      server: "truth",
      name,
      arguments: args,
      connection: { id: agent, transport: "stdio", client: agent },
      client: SILENT_CLIENT,
      signal: new AbortController().signal,
      form: "tool",
    });
    if (!("structuredContent" in outcome) || "isError" in outcome) throw new Error(JSON.stringify(outcome));
    return outcome.structuredContent as Record<string, unknown>;
  }
  const entities = Array.from({ length: ENTITIES }, (_, n) => ({ entity_type: "task", title: `task ${n}` }));
  const stored = (await call("bench", "store_structured", { entities, idempotency_key: "bench" })) as {
    entities: { entity_id: string }[];
  };
  for (const [agent, record] of Object.entries(records)) {
    await kernel.governance.permissions.set({ agent }, record, { user: "operator", source: "command line" });
  }
  return {
    ids: stored.entities.map(({ entity_id }) => entity_id),
    async cpuOf({ agent, ask }) {
      const before = process.cpuUsage();
      for (let turn = 0; turn < CALLS; turn += 1) await call(agent, ...ask(turn));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / CALLS;
    },
    close: () => kernel.close(),
  };
}
