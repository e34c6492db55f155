import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../test/kit/building.ts";

async function begin() {
  const site = await openTestBuilding();
  const { branch_id: main } = await site.make("create_project", { name: "House" });
  const { level_id } = await site.make("create_level", { name: "Ground", elevation: 0 });
  const wall = async (y: number, more: Record<string, unknown> = {}) =>
    (await site.make("create_wall", { start: [0, y], end: [6000, y], level_id, ...more })).wall_id as string;
  const set = (element_id: string, parameter_name: string, value: unknown, branch_id = "main") =>
    site.make("modify_parameter", { element_id, parameter_name, value, branch_id });
  const get = async (element_id: string, more: Record<string, unknown> = {}) =>
    (await site.ask("get_element", { element_id, ...more })).data?.element;
  return { ...site, main, level_id, wall, set, get };
}

test("moved there and back, a building is what it was", async () => {
  const { make, wall, root } = await begin();
  const wall_id = await wall(0);
  await make("place_door", { wall_id, offset: 1000 });
  const before = await root();
  for (const by of [0.1, 333.333, 1e-3, 12_345.678]) {
    await make("move_element", { element_id: wall_id, delta: [by, -by, by] });
    expect(await root()).not.toBe(before);
    await make("move_element", { element_id: wall_id, delta: [-by, by, -by] });
    expect(await root()).toBe(before);
  }
});

test("what was undone is as it was, and undoing the undo does it again", async () => {
  const { make, wall, root, get, refused } = await begin();
  const wall_id = await wall(0);
  const before = await root();
  const { door_id, event_ids } = await make("place_door", { wall_id, offset: 1000 });
  const after = await root();
  const undone = await make("undo", { event_id: event_ids[1] });
  expect(undone.undone).toEqual(event_ids);
  expect(await root()).toBe(before);
  expect(await refused("undo", { event_id: event_ids[0] })).toMatchObject({ code: 1303 });
  await make("undo", { event_id: undone.event_ids[0] });
  expect(await root()).toBe(after);
  expect(await get(door_id)).toMatchObject({ parameters: { offset: 1000 } });
});

test("one undo after another goes back call by call", async () => {
  const { make, wall, set, root, refused, get } = await begin();
  const empty = await root();
  const wall_id = await wall(0);
  const made = await root();
  await set(wall_id, "height", 2500);
  await make("undo");
  expect(await root()).toBe(made);
  expect((await get(wall_id)).parameters.height).toBe(3000);
  await make("undo");
  expect(await root()).toBe(empty);
  // The level that begin made is the first call of all.
  await make("undo");
  expect(await refused("undo", {})).toMatchObject({ code: 1311 });
});

test("nothing is undone that something else has come to need, or that was changed since", async () => {
  const { make, refused, level_id } = await begin();
  const made = await make("create_wall", { start: [0, 0], end: [6000, 0], level_id });
  const placed = await make("place_door", { wall_id: made.wall_id, offset: 1000 });
  expect(await refused("undo", { event_id: made.event_ids[0] })).toMatchObject({
    code: 1114,
    data: { dependants: [placed.door_id] },
  });
  await make("modify_parameter", { element_id: placed.door_id, parameter_name: "width", value: 800 });
  expect(await refused("undo", { event_id: placed.event_ids[0] })).toMatchObject({ code: 1303 });
});

test("a branch forks from any event, and each side changes without the other", async () => {
  const { make, wall, set, get } = await begin();
  const wall_id = await wall(0);
  const { event_ids } = await set(wall_id, "height", 2500);
  await set(wall_id, "height", 2600);
  const { forked_at } = await make("create_branch", { name: "past", from_event_id: event_ids[0] });
  expect(forked_at).toBe(4);
  expect(await get(wall_id, { branch_id: "past" })).toMatchObject({ parameters: { height: 2500 } });
  await set(wall_id, "height", 2700, "past");
  expect(await get(wall_id)).toMatchObject({ parameters: { height: 2600 } });
  expect(await get(wall_id, { at_event_id: event_ids[0] })).toMatchObject({ parameters: { height: 2500 } });
});

test("an agent works on the branch it switched to, and nobody else does", async () => {
  const { make, wall, ask, level_id } = await begin();
  const { branch_id } = await make("create_branch", { name: "option" });
  await make("switch_branch", { branch_id: "option" });
  const wall_id = await wall(0);
  expect((await ask("get_element", { element_id: wall_id })).data.branch_id).toBe(branch_id);
  const other = await ask("create_wall", {
    start: [0, 0],
    end: [1000, 0],
    level_id,
    agent_id: "other",
    reasoning: "look",
  });
  expect(other.data.branch_id).not.toBe(branch_id);
  expect(await ask("get_element", { element_id: wall_id, branch_id: "main" })).toMatchObject({ error: { code: 1107 } });
});

test("what two branches changed apart goes together, down to the parameters of one element", async () => {
  const { make, wall, set, get } = await begin();
  const wall_id = await wall(0);
  await make("create_branch", { name: "option" });
  await set(wall_id, "height", 2500, "option");
  const { window_id } = await make("place_window", { wall_id, offset: 1000, sill_height: 800, branch_id: "option" });
  await set(wall_id, "thickness", 300);
  const other = await wall(5000);
  const merged = await make("merge_branch", { source_branch_id: "option" });
  expect(merged).toMatchObject({ merged: { created: 1, modified: 1, deleted: 0 }, resolved: 0 });
  expect(await get(wall_id)).toMatchObject({ parameters: { height: 2500, thickness: 300 } });
  expect(await get(window_id)).toMatchObject({ type: "window" });
  expect(await get(other)).toMatchObject({ type: "wall" });
  expect(await make("merge_branch", { source_branch_id: "option" })).toMatchObject({
    merged: { created: 0, modified: 0, deleted: 0 },
  });
});

test("what both changed is a conflict that a resolution settles, once and for both branches", async () => {
  const { make, wall, set, get, refused, ask } = await begin();
  const [one, two] = [await wall(0), await wall(5000)];
  await make("create_branch", { name: "option" });
  await set(one, "height", 2500, "option");
  await set(one, "height", 2600);
  await make("delete_elements", { element_ids: [two], branch_id: "option" });
  await set(two, "height", 2400);
  const source_branch_id = "option";
  expect(await refused("merge_branch", { source_branch_id })).toMatchObject({
    code: 1308,
    data: {
      conflict_count: 2,
      conflicts: [
        { element_id: one, parameter: "height", source: 2500, target: 2600 },
        {
          element_id: two,
          parameter: null,
          source: null,
          target: { type: "wall", parameters: { height: 2400, start: [0, 5000] } },
        },
      ],
    },
  });
  const half = [{ element_id: one, parameter: "height", take: "source" }];
  expect(await refused("merge_branch", { source_branch_id, resolutions: half })).toMatchObject({
    code: 1308,
    data: { conflict_count: 1 },
  });
  const whole = [...half, { element_id: two, take: "target" }];
  expect(await make("merge_branch", { source_branch_id, resolutions: whole })).toMatchObject({ resolved: 2 });
  expect(await get(one)).toMatchObject({ parameters: { height: 2500 } });
  expect(await get(two)).toMatchObject({ parameters: { height: 2400 } });
  const { data } = await ask("get_event_log", { limit: 1000 });
  expect(data.events.slice(-3).map((event: { event_type: string }) => event.event_type)).toEqual([
    "conflict.resolved",
    "conflict.resolved",
    "branch.merged",
  ]);
});

test("a merge after which the building would not hold is refused", async () => {
  const { make, wall, set, refused } = await begin();
  const [one, two] = [await wall(0), await wall(5000)];
  await make("create_branch", { name: "option" });
  await make("place_door", { wall_id: one, offset: 4500, branch_id: "option" });
  await set(one, "end", [5000, 0]);
  expect(await refused("merge_branch", { source_branch_id: "option" })).toMatchObject({ code: 1101 });
  await make("create_branch", { name: "other" });
  await make("place_door", { wall_id: two, offset: 1000, branch_id: "other" });
  await make("delete_elements", { element_ids: [two] });
  expect(await refused("merge_branch", { source_branch_id: "other" })).toMatchObject({ code: 1308 });
});

test("walls that would end against each other in a circle are refused, a mitred ring is not", async () => {
  const { make, level_id, refused } = await begin();
  const corners = [
    [0, 0],
    [5000, 0],
    [5000, 4000],
    [0, 4000],
  ];
  const walls: string[] = [];
  for (const [n, start] of corners.entries()) {
    walls.push((await make("create_wall", { start, end: corners[(n + 1) % 4], level_id })).wall_id);
  }
  const pairs = walls.map((wall, n) => [wall, walls[(n + 1) % 4]]);
  const joins: string[] = [];
  for (const pair of pairs.slice(0, 3))
    joins.push((await make("join_elements", { element_ids: pair, join_type: "butt" })).join_id);
  expect(await refused("join_elements", { element_ids: pairs[3], join_type: "butt" })).toMatchObject({ code: 1109 });
  await make("delete_elements", { element_ids: joins });
  for (const element_ids of pairs) await make("join_elements", { element_ids });
});
