import { expect, test } from "vitest";
import { openTestBuilding } from "../../../test/kit/building.ts";
import { query } from "../../kernel/index.ts";

async function begin(name: string, site?: Awaited<ReturnType<typeof openTestBuilding>>) {
  const opened = site ?? (await openTestBuilding());
  const { model_id } = await opened.make("create_project", { name });
  const { level_id } = await opened.make("create_level", { name: "Ground", elevation: 0, model_id });
  const { wall_id } = await opened.make("create_wall", { start: [0, 0], end: [6000, 0], level_id, model_id });
  await opened.make("place_door", { wall_id, offset: 1000, model_id });
  await opened.make("create_branch", { name: "option", model_id });
  return { ...opened, model_id, wall_id };
}

test("all that is kept follows from the log, to the last column", async () => {
  const { verify, make, wall_id } = await begin("House");
  await make("delete_elements", { element_ids: [wall_id] });
  await make("undo");
  await make("merge_branch", { source_branch_id: "option" });
  expect(await verify({ full: true })).toMatchObject({ bad: undefined, damage: [], findings: [] });
});

test("a row that was changed behind the log's back is found, and nothing is answered from it", async () => {
  const { verify, parts, wall_id, ask, folder } = await begin("House");
  const database = await parts.database();
  await database.write("local", async (sql) => {
    await sql.run(query`update building_element set parameters = '{}' where tenant_id = 'local' and id = ${wall_id}`);
  });
  const anew = await openTestBuilding({ folder });
  expect(await anew.ask("get_element", { element_id: wall_id })).toMatchObject({
    success: false,
    error: { code: 1402 },
  });
  const { findings } = await verify({ full: true });
  expect(findings.map(({ what }) => what)).toEqual([
    expect.stringContaining(wall_id),
    expect.stringContaining(wall_id),
  ]);
  expect((await ask("list_branches")).success).toBe(true);
});

test("a project that is erased leaves nothing, and another one everything", async () => {
  const site = await begin("Gone");
  const kept = await begin("Kept", site);
  await site.erase({ kind: "model", id: site.model_id });
  expect(await site.ask("get_element", { element_id: site.wall_id, model_id: site.model_id })).toMatchObject({
    error: { code: 1304 },
  });
  expect(await site.ask("get_element", { element_id: kept.wall_id })).toMatchObject({ success: true });
  expect(await site.verify({ full: true })).toMatchObject({ bad: undefined, damage: [], findings: [] });
});
