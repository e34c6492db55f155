import { expect, onTestFinished, test } from "vitest";
import type { JsonObject } from "../../src/kernel/index.ts";
import type { Kernel } from "../../src/kernel/kernel.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { demand, openTruthKernel } from "./truth-run.ts";

// What was found wrong with the public origin of this contract, one test each. (Starting four at once: truth-processes.)

function open() {
  const env = createSimulatedEnv("defects");
  const kernel = openTruthKernel(temporaryFolder(), env);
  onTestFinished(() => kernel.close());
  return { kernel, env };
}

const ENTITIES = 10;
const ROWS_EACH = 3;
const ROWS = Array.from({ length: ENTITIES * ROWS_EACH }, (_, n) => ({
  entity_type: "contact",
  name: `Contact ${n % ENTITIES}`,
  email: `c${n}@example.org`,
  role: `role ${n}`,
  hobby: `hobby ${n}`,
}));

async function storeInOrder(kernel: Kernel, order: readonly number[]): Promise<Map<string, unknown>> {
  const ids = new Set<string>();
  for (const n of order) {
    const { entities } = await demand(kernel, "store_structured", {
      idempotency_key: `row ${n}`,
      entities: [ROWS[n]],
      provenance: { extracted_at: new Date(Date.UTC(2025, 0, 1 + n)).toISOString(), extractor_version: "1" },
    });
    ids.add((entities as { entity_id: string }[])[0]?.entity_id ?? "");
  }
  const snapshots = new Map<string, unknown>();
  for (const id of [...ids].sort()) {
    const { computed_at, ...rest } = await demand(kernel, "retrieve_entity_snapshot", { entity_id: id });
    expect(computed_at).toEqual(expect.any(String));
    snapshots.set(id, rest);
  }
  return snapshots;
}

test("thirty rows in five orders give ten equal snapshots each time", async () => {
  const random = createSeededRandom(1);
  const forward = ROWS.map((_, n) => n);
  const first = await storeInOrder(open().kernel, forward);

  expect(first.size).toBe(ENTITIES);
  for (const order of [
    forward.toReversed(),
    ...Array.from({ length: 3 }, () => forward.toSorted(() => random.below(3) - 1)),
  ]) {
    expect(await storeInOrder(open().kernel, order)).toEqual(first);
  }
});

test("the timeline reads the dates that it advertises", async () => {
  const { kernel } = open();
  const tool = (await kernel.server("truth")).server.tools.find(({ name }) => name === "list_timeline_events");
  expect(Object.keys(tool?.input.shape ?? {})).toEqual(expect.arrayContaining(["after_date", "before_date"]));
  await demand(kernel, "store_structured", {
    idempotency_key: "k",
    entities: [1, 2, 3].map((month) => ({
      entity_type: "event",
      title: `Fair ${month}`,
      start_time: `2025-0${month}-15T10:00:00Z`,
    })),
  });

  const { events, total } = await demand(kernel, "list_timeline_events", {
    after_date: "2025-02-01T00:00:00Z",
    before_date: "2025-03-01T00:00:00Z",
  });

  expect((events as { event_timestamp: string }[]).map(({ event_timestamp }) => event_timestamp)).toEqual([
    "2025-02-15T10:00:00.000Z",
  ]);
  expect(total).toBe(1);
});

/** Every field of what was stored, wherever it is shown. */
async function everyField(kernel: Kernel, id: string): Promise<JsonObject> {
  const { snapshot, raw_fragments } = await demand(kernel, "retrieve_entity_snapshot", { entity_id: id });
  return { ...(snapshot as JsonObject), ...(raw_fragments as JsonObject | undefined) };
}

test("no field vanishes: known, unknown and ill-typed ones, alone and after a merge", async () => {
  const { kernel } = open();
  const strange = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`strange_${n}`, { n }]));
  const row = { title: "Repair", status: "open", due_date: "2024-02-30", priority: [1, 2], assignee: "Bo", ...strange };
  const stored = await demand(kernel, "store_structured", {
    idempotency_key: "k",
    entities: [
      { entity_type: "task", ...row },
      { entity_type: "task", title: "Mend", other: true },
    ],
  });
  const [task, twin] = (stored.entities as { entity_id: string }[]).map(({ entity_id }) => entity_id) as [
    string,
    string,
  ];

  expect(await everyField(kernel, task)).toEqual(row);

  await demand(kernel, "merge_entities", { from_entity_id: task, to_entity_id: twin });
  const { title, ...rest } = await everyField(kernel, task);
  const { title: _, ...expected } = row;
  expect(rest).toEqual({ ...expected, other: true });
  expect([row.title, "Mend"]).toContain(title);
});

test("no answer changes by itself: half an hour later all is as it was", async () => {
  const { kernel, env } = open();
  const ids: string[] = [];
  // A field that no schema knows, of one type, from several sources: what a promotion of fields would wait for.
  for (let n = 0; n < 6; n += 1) {
    const { entities } = await demand(kernel, "store_structured", {
      idempotency_key: `k${n}`,
      entities: [{ entity_type: "task", title: `Job ${n}`, status: "open", effort_points: n }],
    });
    ids.push((entities as { entity_id: string }[])[0]?.entity_id ?? "");
  }
  const look = async () => ({
    root: (await kernel.stateRoot()).root,
    fields: await Promise.all(ids.map((id) => everyField(kernel, id))),
    found: (await demand(kernel, "retrieve_entities", { search: "Job" })).entities,
    types: await demand(kernel, "list_entity_types", { keyword: "task" }),
  });
  const before = await look();

  // Whatever waits, waits on the clock of Env: it is told that the time is over.
  for (let minute = 0; minute < 30; minute += 1) await env.sleep(60_000);
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));

  expect(await look()).toEqual(before);
});
