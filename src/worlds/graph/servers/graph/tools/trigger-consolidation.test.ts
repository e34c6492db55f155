import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("merges what says the same, lowers redundancy, and undoing it leaves no trace in what is known", async () => {
  const graph = await openFilledGraph();
  const { bread1, bread2 } = graph.ids;
  const known = async () => (await graph.ask("omni_infer", { source: bread2, direction: "abduction" })).result_count;
  await known();
  const answer = await graph.ask("trigger_consolidation");
  expect(answer).toEqual({
    consolidation_result: {
      status: "consolidated",
      consolidation_id: expect.stringMatching(/^consolidation_/),
      candidate_count: 1,
      memories_merged: 1,
      memories_restored: 0,
      redundancy_before: expect.closeTo(2 / 13, 9),
      redundancy_after: 0,
      action_required: false,
    },
    statistics: {
      pairs_evaluated: expect.any(Number),
      pairs_consolidated: 1,
      strategy: "similarity",
      similarity_threshold: 0.85,
      max_memories_limit: 100,
      fingerprints_analyzed: 13,
      merges_left_today: 49,
    },
    candidates_sample: [
      {
        source_ids: [bread1],
        target_id: bread2,
        similarity: expect.any(Number),
        combined_alignment: expect.any(Number),
      },
    ],
    _cognitive_pulse: expect.any(Object),
  });
  // Who left is gone, who stays is there, and nothing more is to be merged.
  expect((await graph.refused("omni_infer", { source: bread1, direction: "abduction" })).data.reason).toBe(
    "memory_not_found",
  );
  await known();
  expect((await graph.ask("trigger_consolidation")).consolidation_result).toMatchObject({
    status: "nothing_to_do",
    redundancy_before: 0,
  });
  const { consolidation_id } = answer.consolidation_result;
  const undone = await graph.ask("trigger_consolidation", { undo: consolidation_id });
  expect(undone.consolidation_result).toMatchObject({ status: "undone", memories_restored: 1, memories_merged: 0 });
  expect((await graph.ask("omni_infer", { source: bread1, direction: "abduction" })).source).toBe(bread1);
  const again = await graph.ask("trigger_consolidation", {});
  expect(again.candidates_sample).toEqual(answer.candidates_sample);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("a rehearsal tells what would be merged and merges nothing, under the other name too", async () => {
  const graph = await openFilledGraph();
  const root = await graph.root();
  const rehearsed = await graph.ask("consolidate_memories", { dry_run: true });
  expect(rehearsed).toMatchObject({
    dry_run: true,
    consolidation_result: { memories_merged: 1, action_required: true },
  });
  expect(await graph.root()).toBe(root);
});

test("what goes over leads to who stays: no edge ends nowhere", async () => {
  const graph = await openFilledGraph();
  const { candidates_sample } = await graph.ask("trigger_consolidation", { min_similarity: 0.7 });
  const gone = candidates_sample.flatMap(({ source_ids }: { source_ids: string[] }) => source_ids);
  expect(gone.length).toBeGreaterThan(1);
  await graph.ask("trigger_dream");
  const { shortcuts } = await graph.ask("get_amortized_shortcuts", { min_confidence: 0, limit: 100 });
  for (const { path } of shortcuts) for (const id of gone) expect(path).not.toContain(id);
});

test("refuses to undo what is unknown or was undone, and what is out of range", async () => {
  const graph = await openFilledGraph();
  expect(await graph.refused("trigger_consolidation", { undo: "nothing" })).toMatchObject({
    code: -32602,
    data: { reason: "consolidation_not_found" },
  });
  const { consolidation_result } = await graph.ask("trigger_consolidation");
  const undo = consolidation_result.consolidation_id;
  await graph.ask("trigger_consolidation", { undo });
  expect((await graph.refused("trigger_consolidation", { undo })).data.reason).toBe("consolidation_not_found");
  expect((await graph.refused("trigger_consolidation", { min_similarity: 1.5 })).code).toBe(-32602);
});

test("every consolidation of the last 30 days can be undone, however many came after it", async () => {
  const graph = await openTestGraph();
  const merged: string[] = [];
  for (const thing of "clock lamp chair mirror carpet violin kettle ladder basket saddle anchor".split(" ")) {
    const text = `The old ${thing} was sold for ${thing.length} crowns.`;
    await graph.put(text, text);
    const { consolidation_result } = await graph.ask("trigger_consolidation", { min_similarity: 0.999 });
    expect(consolidation_result).toMatchObject({ memories_merged: 1, action_required: false });
    merged.push(consolidation_result.consolidation_id);
  }
  const undone = await graph.ask("trigger_consolidation", { undo: merged[0] });
  expect(undone.consolidation_result).toMatchObject({ status: "undone", memories_restored: 1 });
});

test("refuses to bring back who would be tied to somebody that left later", async () => {
  const graph = await openTestGraph();
  const clock = "The brass clock in the hall is slow by a minute.";
  await graph.put(clock, clock);
  const one = (await graph.ask("trigger_consolidation")).consolidation_result.consolidation_id;
  const [longer = ""] = await graph.put(`${clock} It is slow.`);
  await graph.ask("trigger_workspace_broadcast", { memory_id: longer, force: true });
  const two = await graph.ask("trigger_consolidation", { min_similarity: 0.5 });
  expect(two.candidates_sample[0]).toMatchObject({ target_id: longer });
  const later = two.consolidation_result.consolidation_id;
  expect(await graph.refused("trigger_consolidation", { undo: one })).toMatchObject({
    code: -32602,
    data: { reason: "merged_again", undo_first: later },
  });
  await graph.ask("trigger_consolidation", { undo: later });
  const undone = await graph.ask("trigger_consolidation", { undo: one });
  expect(undone.consolidation_result.memories_restored).toBe(1);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("what says the opposite, or another number, stays apart however alike it is", async () => {
  const graph = await openTestGraph();
  await graph.put(
    "Mira is allergic to walnuts.",
    "Mira is not allergic to walnuts.",
    "The rent of the mill is 900 crowns a month.",
    "The rent of the mill is 950 crowns a month.",
  );
  const { consolidation_result } = await graph.ask("trigger_consolidation", { min_similarity: 0.7 });
  expect(consolidation_result).toMatchObject({ status: "nothing_to_do", memories_merged: 0, redundancy_before: 0 });
});
