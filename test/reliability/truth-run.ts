import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import type { Env } from "../../src/kernel/env.ts";
import type { Json, JsonObject } from "../../src/kernel/index.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { type Kernel, openKernel } from "../../src/kernel/kernel.ts";
import { query } from "../../src/kernel/query.ts";
import { truth } from "../../src/worlds/truth/index.ts";
import { createMemoryLog, type Engine, migratedDatabaseUrl } from "../kit/kernel.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { type Call, TOO_EARLY, toolCall } from "./truth-calls.ts";
import type { Accepted } from "./truth-model.ts";
import { SUBJECTS } from "./truth-subjects.ts";

const ROUNDS_MAX = 6;

/** The answer of a call, or the code it was refused with. */
export type Answered = { readonly answer: JsonObject } | { readonly refused: string; readonly details: Json };

/** Makes a database for such kernels: its URL, or undefined for SQLite in the folder. */
export function truthDatabaseUrl(engine: Engine, folder: string): Promise<string | undefined> {
  return migratedDatabaseUrl(engine, [truth], folder);
}

/** A kernel with the truth world alone, with words and without vectors, and no limit on calls. */
export function openTruthKernel(folder: string, env: Env, databaseUrl?: string): Kernel {
  return openKernel({
    worlds: [truth],
    env,
    log: createMemoryLog(),
    version: "0.0.0-test",
    folder,
    databaseUrl,
    embedder: "none",
    limits: { budgets: { store: 0, retrieve_entities: 0 } },
  });
}

export async function ask(kernel: Kernel, tool: string, args: Record<string, unknown>): Promise<Answered> {
  const outcome = await kernel.call({
    server: "truth",
    name: tool,
    arguments: args,
    connection: { id: "test", transport: "stdio", client: "test" },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  if (!("structuredContent" in outcome)) throw new Error(`no structured content: ${JSON.stringify(outcome)}`);
  const content = outcome.structuredContent as JsonObject;
  if (!("isError" in outcome) || outcome.isError !== true) return { answer: content };
  const { code, message, details } = content.error as { code: string; message: string; details: Json };
  return { refused: code, details: { message, details } };
}

/** Like `ask`, where a refusal is a mistake. */
export async function demand(kernel: Kernel, tool: string, args: Record<string, unknown>): Promise<JsonObject> {
  const answered = await ask(kernel, tool, args);
  if ("answer" in answered) return answered.answer;
  throw new Error(`${tool} was refused: ${answered.refused} ${JSON.stringify(answered.details)}`);
}

/** The ids that the subjects will have, from a rehearsal that leaves nothing behind. */
export async function subjectIds(kernel: Kernel): Promise<string[]> {
  const answer = await demand(kernel, "store_structured", {
    idempotency_key: "ids",
    entities: SUBJECTS.map(({ type, names }) => ({ entity_type: type, ...names[0] })),
    dry_run: true,
  });
  return (answer.entities as { entity_id: string }[]).map(({ entity_id }) => entity_id);
}

/** Several kernels on one data folder and one clock, as several processes on one machine. */
export interface Run {
  readonly history: readonly Accepted[];
  readonly kernels: readonly Kernel[];
  close(): Promise<void>;
}

/** Makes the calls one after another, each by a kernel of chance; those that came too early are made again at the end. */
export async function runCalls(
  place: { readonly folder: string; readonly databaseUrl?: string | undefined },
  calls: readonly Call[],
  ids: readonly string[],
  processes: number,
  random: SeededRandom,
): Promise<Run> {
  const env = createSimulatedEnv("order");
  const kernels = Array.from({ length: processes }, () => openTruthKernel(place.folder, env, place.databaseUrl));
  const made: Omit<Accepted, "observedAt">[] = [];
  let waiting = [...calls];
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === ROUNDS_MAX) throw new Error(`refused to the end: ${JSON.stringify(waiting)}`);
    const early: Call[] = [];
    for (const call of waiting) {
      const { tool, args } = toolCall(call, ids);
      const answered = await ask(random.pick(kernels), tool, args);
      if ("answer" in answered) made.push({ call, until: env.now(), answer: answered.answer });
      else if (TOO_EARLY.has(answered.refused)) early.push(call);
      else throw new Error(`${tool} was refused: ${answered.refused} ${JSON.stringify(answered.details)}`);
    }
    waiting = early;
  }
  const recorded = await timesInLog(random.pick(kernels));
  const history = made.map((one, index) => {
    const from = made[index - 1]?.until ?? 0;
    return { ...one, observedAt: recorded.find((at) => at > from && at <= one.until) ?? one.until };
  });
  return {
    history,
    kernels,
    async close() {
      for (const kernel of kernels) await kernel.close();
    },
  };
}

async function timesInLog(kernel: Kernel): Promise<number[]> {
  const database = await kernel.parts.database();
  const rows = await database.read(EVERY_TENANT, (sql) =>
    sql.all<{ at: number | string }>(query`select at from event where kind <> 'refused' order by seq`),
  );
  return rows.map(({ at }) => Number(at));
}
