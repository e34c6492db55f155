import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kernel } from "../../src/kernel/kernel.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES } from "../kit/kernel.ts";
import { createSimulatedEnv } from "../kit/simulated-env.ts";
import { times } from "../kit/thorough.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { callSets, toolCall } from "./truth-calls.ts";
import { idsOfSubjects } from "./truth-order.ts";
import { ask, demand, openTruthKernel, truthDatabaseUrl } from "./truth-run.ts";
import { SUBJECTS } from "./truth-subjects.ts";

const SETS = { sqlite: times(60, 24), postgres: times(6, 3) };

async function root(kernel: Kernel): Promise<string> {
  return (await kernel.stateRoot()).root;
}

/** Pairs of one type, chained: the first into the second, the second into the third. */
function chains(stored: ReadonlySet<number>): [from: number, into: number][] {
  const byType = new Map<string, number[]>();
  for (const [index, { type, mayEnd }] of SUBJECTS.entries()) {
    if (stored.has(index) && !mayEnd) byType.set(type, [...(byType.get(type) ?? []), index]);
  }
  return [...byType.values()].flatMap((same) =>
    same.slice(1).map((into, index): [number, number] => [same[index] as number, into]),
  );
}

describe.each(ENGINES)("on %s", (engine) => {
  async function openNew(seed: string): Promise<Kernel> {
    const folder = temporaryFolder();
    return openTruthKernel(folder, createSimulatedEnv(seed), await truthDatabaseUrl(engine, folder));
  }

  test("chains of merges undone in any order leave the state root from before the first, whatever was known", async () => {
    const ids = await idsOfSubjects();
    let merges = 0;
    await fc.assert(
      fc.asyncProperty(callSets, async ({ calls, seed }) => {
        const random = createSeededRandom(seed);
        const kernel = await openNew("merge");
        try {
          const stored = new Set<number>();
          for (const call of calls) {
            if (call.kind === "merge" || call.kind === "delete" || call.kind === "restore") continue;
            if (call.kind === "store") for (const { subject } of call.rows) stored.add(subject);
            const { tool, args } = toolCall(call, ids);
            await demand(kernel, tool, args);
          }
          const before = await root(kernel);
          const done: number[] = [];
          const roots = [before];
          for (const [from, into] of chains(stored)) {
            const args = { from_entity_id: ids[from], to_entity_id: ids[into] };
            const answered = await ask(kernel, "merge_entities", args);
            if ("refused" in answered) {
              // Two that a relationship of an acyclic kind connects may be refused, and then nothing has changed.
              expect(await root(kernel)).toBe(roots.at(-1));
              continue;
            }
            done.push(from);
            roots.push(await root(kernel));
          }
          merges += done.length;
          expect(new Set(roots).size).toBe(roots.length);
          const inReverse = random.below(2) === 0;
          while (done.length > 0) {
            const at = inReverse ? done.length - 1 : random.below(done.length);
            const [from] = done.splice(at, 1);
            await demand(kernel, "unmerge_entities", { from_entity_id: ids[from as number] });
            if (inReverse) expect(await root(kernel)).toBe(roots[done.length]);
          }
          expect(await root(kernel)).toBe(before);
          const { live, rebuilt } = await kernel.replay();
          expect([live.root, rebuilt.root]).toEqual([before, before]);
        } finally {
          await kernel.close();
        }
      }),
      { numRuns: SETS[engine], seed: 17 },
    );
    expect(merges).toBeGreaterThan(SETS[engine]);
  });

  test("what is stored while two are merged stays with its own when they part", async () => {
    const rows = (role: string, name: string) => ({
      idempotency_key: `${name} ${role}`,
      entities: [{ entity_type: "person", name, role, shoe_size: role.length }],
      provenance: { extracted_at: `2025-01-0${role.length}T00:00:00Z`, extractor_version: "1" },
    });
    const never = await openNew("never");
    const parted = await openNew("parted");
    const stores = [rows("cook", "Ida Holm"), rows("pilot", "Ida H."), rows("sailor", "Ida H.")];
    for (const args of stores) await demand(never, "store_structured", args);
    const [one, other, late] = stores as [object, object, Record<string, unknown>];

    const ids: string[] = [];
    for (const args of [one, other]) {
      const { entities } = await demand(parted, "store_structured", args as Record<string, unknown>);
      ids.push((entities as { entity_id: string }[])[0]?.entity_id ?? "");
    }
    await demand(parted, "merge_entities", { from_entity_id: ids[1], to_entity_id: ids[0] });
    await demand(parted, "store_structured", late);
    const joined = await demand(parted, "retrieve_entity_snapshot", { entity_id: ids[1] });
    await demand(parted, "unmerge_entities", { from_entity_id: ids[1] });

    expect(joined).toMatchObject({ entity_id: ids[0], observation_count: 3, snapshot: { role: "sailor" } });
    expect(await root(parted)).toBe(await root(never));
    await never.close();
    await parted.close();
  });
});
