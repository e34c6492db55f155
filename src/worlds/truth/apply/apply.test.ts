import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { times } from "../../../../test/kit/thorough.ts";
import { openTestTruth } from "../../../../test/kit/truth.ts";
import { begin, steps, take, who } from "../../../../test/kit/truth-steps.ts";

describe.each(ENGINES)("on %s", (engine) => {
  const runs = { numRuns: engine === "sqlite" ? times(40, 16) : times(8, 4), seed: 7 };

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
