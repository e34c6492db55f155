import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../../../test/kit/building.ts";

async function begin() {
  const site = await openTestBuilding();
  const { model_id, branch_id } = await site.make("create_project", { name: "House" });
  const { level_id } = await site.make("create_level", { name: "Ground", elevation: 0 });
  return { ...site, model_id, branch_id, level_id };
}

test("stands a wall on its level and tells its length, face and volume", async () => {
  const { ask, level_id, model_id, branch_id } = await begin();
  const answer = await ask("create_wall", {
    start: [0, 0],
    end: [4000, 3000],
    height: 2800,
    thickness: 150,
    level_id,
    dry_run: false,
    reasoning: "the south front",
  });
  expect(answer).toEqual({
    success: true,
    data: {
      wall_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      length: 5000,
      area: 14,
      volume: 2.1,
      units: { length: "mm", area: "m2", volume: "m3" },
      model_id,
      branch_id,
      model_version: 3,
      affected_ids: [answer.data.wall_id],
      affected_count: 1,
      event_ids: [answer.event_id],
    },
    event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    warnings: [],
    audit: {
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      agent_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reasoning: "the south front",
    },
  });
});

test("rehearses for an agent that does not say otherwise, and keeps nothing", async () => {
  const { ask, root } = await begin();
  const before = await root();
  const answer = await ask("create_wall", { start: [0, 0], end: [3000, 0], reasoning: "look first" });
  expect(answer).toMatchObject({
    success: true,
    event_id: null,
    dry_run: true,
    would_record: ["element.created"],
    data: { length: 3000, volume: 1.8 },
  });
  expect(answer.warnings.at(-1)).toMatch(/dry_run: false/);
  expect(await root()).toBe(before);
});

test.each([
  ["no start", { end: [1000, 0] }, 1000],
  ["a start of words", { start: "here", end: [1000, 0] }, 1001],
  ["a type nobody knows", { start: [0, 0], end: [1000, 0], wall_type: "paper" }, 1002],
  ["no thickness to speak of", { start: [0, 0], end: [1000, 0], thickness: 0 }, 1003],
  ["an argument nobody knows", { start: [0, 0], end: [1000, 0], colour: "red" }, 1004],
  ["a level that is no id", { start: [0, 0], end: [1000, 0], level_id: "ground" }, 1005],
  ["a coordinate that is no number", { start: [Number.NaN, 0], end: [1000, 0] }, 1001],
  ["two ends in one place", { start: [500, 500], end: [500, 500] }, 1100],
  ["less than a brick's length", { start: [0, 0], end: [99, 0] }, 1105],
  ["a place beyond all bounds", { start: [0, 0], end: [1e9, 0] }, 1104],
  ["a place beyond all numbers", { start: [0, 0], end: [1e308, 0] }, 1104],
  ["a thickness of nothing that can be made", { start: [0, 0], end: [1000, 0], thickness: 1e-9 }, 1003],
  ["a height in the point", { start: [0, 0, 100], end: [1000, 0] }, 1003],
  [
    "a level that is not there",
    { start: [0, 0], end: [1000, 0], level_id: "00000000-0000-4000-8000-000000000000" },
    1302,
  ],
  ["a branch that is not there", { start: [0, 0], end: [1000, 0], branch_id: "nowhere" }, 1301],
  [
    "a model that is not there",
    { start: [0, 0], end: [1000, 0], model_id: "00000000-0000-4000-8000-000000000000" },
    1304,
  ],
])("refuses %s", async (_what, args, code) => {
  const { refused } = await begin();
  expect(await refused("create_wall", args)).toMatchObject({
    code,
    message: expect.any(String),
    data: { hint: expect.any(String) },
  });
});

test("refuses a change without a reason", async () => {
  const { ask, root } = await begin();
  const before = await root();
  const answer = await ask("create_wall", { start: [0, 0], end: [1000, 0], dry_run: false });
  expect(answer).toMatchObject({ success: false, event_id: null, error: { code: 1206 }, audit: { reasoning: null } });
  expect(await root()).toBe(before);
});

test("says where it put a wall that names no level, and that a second one in its place is a duplicate", async () => {
  const { ask, level_id, make } = await begin();
  const wall = { start: [0, 0], end: [3000, 0] };
  const { wall_id } = await make("create_wall", wall);
  const again = await ask("create_wall", { ...wall, reasoning: "once more" });
  expect(again.warnings).toEqual([
    `No level_id was given, so it stands on the lowest level, ${level_id}.`,
    `It is an exact duplicate of ${wall_id}.`,
    expect.stringMatching(/rehearsal/),
  ]);
});

test("is the same after a replay", async () => {
  const { make, replay } = await begin();
  await make("create_wall", { start: [0, 0], end: [3000, 0] });
  const { live, rebuilt } = await replay();
  expect(rebuilt).toEqual(live);
});
