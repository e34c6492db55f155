import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../test/kit/truth.ts";

const NAMES = ["Acme", "Beta", "Gamma"];

type Step =
  | { readonly do: "store" | "correct"; readonly who: number; readonly value: string }
  | { readonly do: "delete" | "restore" | "unmerge" | "split"; readonly who: number }
  | { readonly do: "merge" | "link" | "unlink"; readonly who: number; readonly other: number };

const who = fc.nat(NAMES.length - 1);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("store", "correct"), who, value: fc.constantFrom("x", "y") }),
  fc.record({ do: fc.constantFrom("delete", "restore", "unmerge", "split"), who }),
  fc.record({ do: fc.constantFrom("merge", "link", "unlink"), who, other: who }),
);

/** Makes the call of a step; those that make no sense now are refused and change nothing. */
async function take(truth: TestTruth, ids: readonly string[], step: Step, n: number): Promise<void> {
  const id = ids[step.who];
  const key = { idempotency_key: `step ${n}` };
  switch (step.do) {
    case "store":
      await truth.ask("store_structured", {
        ...key,
        entities: [{ entity_type: "company", name: NAMES[step.who], industry: step.value, since: "2020-01-02" }],
      });
      return;
    case "correct":
      await truth.ask("correct", {
        ...key,
        entity_id: id,
        entity_type: "company",
        field: "country",
        value: step.value,
      });
      return;
    case "merge":
      await truth.ask("merge_entities", { from_entity_id: id, to_entity_id: ids[step.other] });
      return;
    case "unmerge":
      await truth.ask("unmerge_entities", { from_entity_id: id });
      return;
    case "split": {
      const { observations = [] } = await truth.ask("list_observations", { entity_id: id });
      await truth.ask("split_entity", {
        entity_id: id,
        observation_ids: observations.slice(0, 1).map((one: { id: string }) => one.id),
      });
      return;
    }
    case "link":
    case "unlink":
      await truth.ask(step.do === "link" ? "create_relationship" : "delete_relationship", {
        relationship_type: "REFERS_TO",
        source_entity_id: id,
        target_entity_id: ids[step.other],
      });
      return;
    default:
      await truth.ask(`${step.do}_entity`, { entity_id: id });
  }
}

async function begin(engine: (typeof ENGINES)[number]) {
  const truth = await openTestTruth({ engine });
  const ids = await truth.put(...NAMES.map((name) => ({ entity_type: "company", name })));
  return { truth, ids };
}

describe.each(ENGINES)("on %s", (engine) => {
  const runs = { numRuns: engine === "sqlite" ? 40 : 8, seed: 7 };

  test("whatever was done, the log alone gives it again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (taken) => {
        const { truth, ids } = await begin(engine);
        for (const [n, step] of taken.entries()) await take(truth, ids, step, n);
        const { live, rebuilt } = await truth.replay();
        expect(rebuilt).toEqual(live);
        await truth.close();
      }),
      runs,
    );
  });

  test("whatever was done before, a merge that is undone leaves no trace in what is known", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 10 }), who, who, async (taken, from, to) => {
        const { truth, ids } = await begin(engine);
        for (const [n, step] of taken.entries()) await take(truth, ids, step, n);
        const before = await truth.root();
        const merged = await truth.ask("merge_entities", { from_entity_id: ids[from], to_entity_id: ids[to] });
        if (merged.error === undefined) await truth.ask("unmerge_entities", { from_entity_id: ids[from] });
        expect(await truth.root()).toBe(before);
        await truth.close();
      }),
      runs,
    );
  });
});

test("lets the later of two statements win on a clock that stands still, and on one that runs backwards", async () => {
  const { createSimulatedEnv } = await import("../../../../test/kit/simulated-env.ts");
  for (const stepMs of [0, -1000]) {
    let now = Date.UTC(2026, 0, 1);
    const env = { ...createSimulatedEnv("clock"), now: () => (now += stepMs) };
    const truth = await openTestTruth({ env });
    const seen: unknown[] = [];
    for (const status of ["open", "done", "late", "open", "done"]) {
      const [id] = await truth.put({ entity_type: "task", title: "Call", status });
      seen.push((await truth.snapshot(id ?? "")).snapshot.status);
    }
    expect(seen).toEqual(["open", "done", "late", "open", "done"]);
  }
});
