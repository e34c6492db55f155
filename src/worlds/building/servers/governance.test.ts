import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../test/kit/building.ts";

async function begin() {
  const site = await openTestBuilding();
  await site.make("create_project", { name: "House" });
  const { level_id } = await site.make("create_level", { name: "Ground", elevation: 0 });
  const { level_id: upper } = await site.make("create_level", { name: "Upper", elevation: 3000 });
  const wall = async (y: number, more: Record<string, unknown> = {}) =>
    (await site.make("create_wall", { start: [0, y], end: [4000, y], level_id, ...more })).wall_id as string;
  return { ...site, level_id, upper, wall };
}

const said = { dry_run: false, reasoning: "a test asks for it" };

test("a person sees what hangs on a host before it is deleted; the approval holds for this very call, once", async () => {
  const { ask, approve, wall, make, root } = await begin();
  const wall_id = await wall(0);
  const { door_id } = await make("place_door", { wall_id, offset: 500 });
  const before = await root();
  const args = { element_ids: [wall_id], ...said };
  const waiting = await ask("delete_elements", args);
  expect(waiting).toMatchObject({
    success: false,
    event_id: null,
    error: {
      code: 1202,
      data: {
        approval_id: expect.any(String),
        trigger: "destructive",
        affected_count: 2,
        affected_ids: [wall_id, door_id],
      },
    },
  });
  const { approval_id } = waiting.error.data;
  expect(await ask("delete_elements", { ...args, approval_id })).toMatchObject({ error: { code: 1202 } });
  await approve(approval_id);
  const other = await ask("delete_elements", { element_ids: [door_id], ...said, approval_id });
  expect(other).toMatchObject({ success: false, error: { code: 1209 } });
  expect(await root()).toBe(before);
  expect(await ask("delete_elements", { ...args, approval_id })).toMatchObject({ success: true });
  expect(await ask("delete_elements", { ...args, approval_id })).toMatchObject({ success: false });
});

test("more than 50 elements need approval, more than 100 are refused, 50 are neither", async () => {
  const { ask, upper, allow, wall, root } = await begin();
  await allow("*", { max_operations_per_session: 0 });
  for (let n = 0; n < 49; n++) await wall(n * 500, { level_id: upper });
  const lift = { element_id: upper, delta: [0, 0, 100], ...said };
  expect(await ask("move_element", lift)).toMatchObject({ success: true, data: { affected_count: 50 } });
  await wall(-500, { level_id: upper });
  const before = await root();
  expect(await ask("move_element", lift)).toMatchObject({
    error: { code: 1202, data: { trigger: "bulk", affected_count: 51 } },
  });
  for (let n = 0; n < 50; n++) await wall(-1000 - n * 500, { level_id: upper });
  const many = await root();
  expect(await ask("move_element", lift)).toMatchObject({ error: { code: 1204, data: { limit: 100 } } });
  expect(await root()).toBe(many);
  expect(many).not.toBe(before);
});

test("an agent stays within its categories, levels, regions and branches", async () => {
  const { ask, allow, level_id, upper, make, wall, root } = await begin();
  const wall_id = await wall(0);
  await make("create_branch", { name: "option/a" });
  const as = (agent_id: string) => ({ agent_id, ...said });
  const near = { start: [0, 1000], end: [3000, 1000], level_id };
  await allow("walls", { permissions: { CREATE: { categories: ["Walls"] } } });
  await allow("upstairs", { permissions: { CREATE: { levels: [upper] } } });
  await allow("corner", { permissions: { CREATE: { regions: [{ min: [0, 0, 0], max: [5000, 5000, 5000] }] } } });
  await allow("options", { permissions: { CREATE: { branch_patterns: ["option/*"] } } });
  const before = await root();
  const outside = [
    ["place_door", { wall_id, offset: 100, ...as("walls") }],
    ["create_wall", { ...near, ...as("upstairs") }],
    ["create_wall", { ...near, end: [6000, 1000], ...as("corner") }],
    ["create_wall", { ...near, branch_id: "main", ...as("options") }],
  ] as const;
  for (const [tool, args] of outside) {
    expect(await ask(tool, args), JSON.stringify(args)).toMatchObject({
      success: false,
      event_id: null,
      error: { code: 1201 },
    });
  }
  expect(await root()).toBe(before);
  const inside = [
    { ...near, ...as("walls") },
    { ...near, level_id: upper, ...as("upstairs") },
    { ...near, ...as("corner") },
    { ...near, branch_id: "option/a", ...as("options") },
  ];
  for (const args of inside)
    expect(await ask("create_wall", args), JSON.stringify(args)).toMatchObject({ success: true });
});

test("a session ends where the operator says, and rehearsals do not count", async () => {
  const { ask, allow, level_id, root } = await begin();
  await allow("busy", { max_operations_per_session: 2 });
  const wall = (y: number, dry_run: boolean) =>
    ask("create_wall", { start: [0, y], end: [3000, y], level_id, ...said, dry_run, agent_id: "busy" });
  for (let n = 0; n < 5; n++) expect(await wall(n * 1000, true)).toMatchObject({ success: true });
  for (let n = 0; n < 2; n++) expect(await wall(n * 1000, false)).toMatchObject({ success: true });
  const before = await root();
  expect(await wall(9000, false)).toMatchObject({ success: false, error: { code: 1205 } });
  expect(await root()).toBe(before);
});

test("events that the operator lists need approval as well", async () => {
  const { ask, allow, level_id } = await begin();
  await allow("*", { requires_approval: ["elements.joined", "element.created"] });
  const wall = { start: [0, 0], end: [3000, 0], level_id, ...said };
  expect(await ask("create_wall", wall)).toMatchObject({ error: { code: 1202, data: { trigger: "listed_event" } } });
});

test("an agent is known by the name it gives itself, and the log says who, why and with which approval", async () => {
  const { ask, wall, approve } = await begin();
  const wall_id = await wall(0);
  const args = { element_ids: [wall_id], agent_id: "demolition", dry_run: false, reasoning: "it stands in the way" };
  const { error } = await ask("delete_elements", args);
  await approve(error.data.approval_id);
  const done = await ask("delete_elements", { ...args, approval_id: error.data.approval_id });
  expect(done.audit).toEqual({
    user_id: expect.any(String),
    agent_id: "demolition",
    reasoning: "it stands in the way",
  });
  const { data } = await ask("get_event_log", { element_id: wall_id });
  expect(data.events.at(-1)).toMatchObject({
    id: done.event_id,
    event_type: "element.deleted",
    agent_id: "demolition",
    reasoning: "it stands in the way",
    approval_id: error.data.approval_id,
    payload: { element: { id: wall_id }, cascadeDeleted: [] },
  });
});
