import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kernel } from "../../src/kernel/kernel.ts";
import type { Engine } from "../kit/kernel.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import { createSeededRandom, type SeededRandom } from "./seeded-random.ts";
import type { Call, CallSet } from "./truth-calls.ts";
import { type Accepted, type Cut, type Expected, expectedSnapshot } from "./truth-model.ts";
import { ask, openTruthKernel, type Run, runCalls, subjectIds, truthDatabaseUrl } from "./truth-run.ts";
import { SUBJECTS } from "./truth-subjects.ts";

/** What an order of calls came to, and what a naive recomputation says it should. */
export interface Comparison {
  /** One hash each: the order as given by one process, another by several, and both rebuilt from their logs. */
  readonly roots: readonly string[];
  readonly snapshots: readonly { readonly asked: object; readonly answered: unknown; readonly expected: unknown }[];
}

/** Makes the calls of a set in two orders in two places, and looks at random times. */
export async function compareOrders(
  set: CallSet,
  ids: readonly string[],
  engine: Engine,
  cuts: number,
): Promise<Comparison> {
  const random = createSeededRandom(set.seed);
  const roots: string[] = [];
  const snapshots: Comparison["snapshots"][number][] = [];
  for (const [calls, processes] of [
    [set.calls, 1],
    [shuffled(set.calls, random), set.processes],
  ] as const) {
    await somewhere(engine, async (place) => {
      const run = await runCalls(place, calls, ids, processes, random);
      try {
        roots.push(...(await rootsOf(run)));
        for (let cut = 0; cut < cuts; cut += 1) snapshots.push(await lookBack(run, ids, random));
      } finally {
        await run.close();
      }
    });
  }
  return { roots, snapshots };
}

/** The ids of the subjects, which no place and no order changes. */
export async function idsOfSubjects(): Promise<string[]> {
  let ids: string[] = [];
  await somewhere("sqlite", async ({ folder }) => {
    const kernel = openTruthKernel(folder, createSimulatedEnv("ids"));
    ids = await subjectIds(kernel);
    await kernel.close();
  });
  return ids;
}

async function somewhere(
  engine: Engine,
  work: (place: { folder: string; databaseUrl: string | undefined }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bailiwick-test-"));
  try {
    await work({ folder, databaseUrl: await truthDatabaseUrl(engine, folder) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rootsOf({ kernels }: Run): Promise<string[]> {
  const seen = await Promise.all(kernels.map(async (kernel) => (await kernel.stateRoot()).root));
  const [first] = kernels;
  const replayed = await (first as Kernel).replay();
  return [...seen, replayed.live.root, replayed.rebuilt.root];
}

async function lookBack({ history, kernels }: Run, ids: readonly string[], random: SeededRandom) {
  const subject = random.below(SUBJECTS.length);
  const cut = randomCut(history, random);
  const asked = {
    entity_id: ids[subject],
    ...(cut.at !== undefined && { at: new Date(cut.at).toISOString() }),
    ...(cut.atIngested !== undefined && { at_ingested: new Date(cut.atIngested).toISOString() }),
  };
  const answered = await ask(random.pick(kernels), "retrieve_entity_snapshot", asked);
  return {
    asked: { subject, ...asked },
    answered: "answer" in answered ? compared(answered.answer as unknown as Expected) : answered.refused,
    expected: expectedSnapshot(history, ids, subject, cut) ?? "ENTITY_NOT_FOUND",
  };
}

/** A time that was stated, or one between two calls; what was true, what was known, or both. */
function randomCut(history: readonly Accepted[], random: SeededRandom): Cut {
  const stated = history.flatMap(({ call }) => (call.kind === "store" && call.at !== undefined ? [call.at] : []));
  const accepted = history.map(({ until }) => until);
  const at = random.pick([...stated, ...accepted]) + random.between(-1, 0) * random.below(2) * 3_600_000;
  const atIngested = random.pick(accepted);
  return random.pick<Cut>([{ at }, { atIngested }, { at, atIngested }, {}]);
}

/** What both sides can know. */
function compared(answer: Expected): Expected {
  const { entity_id, entity_type, snapshot, provenance, raw_fragments, observation_count, last_observation_at } =
    answer;
  return {
    entity_id,
    entity_type,
    snapshot,
    provenance,
    ...(raw_fragments !== undefined && { raw_fragments }),
    observation_count,
    last_observation_at,
  };
}

function shuffled(calls: readonly Call[], random: SeededRandom): Call[] {
  const left = [...calls];
  const order: Call[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}
