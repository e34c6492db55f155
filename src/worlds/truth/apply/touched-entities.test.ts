import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../test/kit/truth.ts";
import { query } from "../../../kernel/index.ts";
import { EVERY_TENANT } from "../../../kernel/installation.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("an entity whose row is older than its winners goes on as if it had them", async () => {
    const [older, newer] = [await openTestTruth({ engine }), await openTestTruth({ engine })];
    for (const truth of [older, newer]) {
      const [id = ""] = await truth.put({
        entity_type: "task",
        title: "Mend the roof",
        status: "open",
        completed_date: "2024-03-01",
      });
      await truth.ask("correct", {
        entity_id: id,
        entity_type: "task",
        field: "status",
        value: "done",
        idempotency_key: "c",
      });
      if (truth === older) {
        const database = await truth.parts.database();
        expect(
          await database.write("local", (sql) =>
            sql.change(query`update truth_entity set winners = '[]', row_hash = ''`),
          ),
        ).toBe(1);
      }
      await truth.put({ entity_type: "task", title: "Mend the roof", status: "open", completed_date: "2024-04-01" });
      expect(await truth.snapshot(id)).toMatchObject({ snapshot: { status: "done", completed_date: "2024-04-01" } });
    }
    expect(await older.root()).toBe(await newer.root());
    const winners = async ({ parts }: typeof older) =>
      (await parts.database()).read(EVERY_TENANT, (sql) => sql.all(query`select winners from truth_entity`));
    expect(await winners(older)).toEqual(await winners(newer));
  });

  test("an entity of which everything was split off begins when it is observed again", async () => {
    const truth = await openTestTruth({ engine });
    const [from, to] = await truth.say({ entity_type: "task", title: "Roof" }, { entity_type: "task", title: "Wall" });
    await truth.ask("merge_entities", { from_entity_id: from?.entity_id, to_entity_id: to?.entity_id });
    const split = { entity_id: to?.entity_id, observation_ids: [from?.observation_id] };
    const { new_entity_id } = await truth.ask("split_entity", split);
    // While it lives, what was split off is the roof.
    await truth.ask("delete_entity", { entity_id: new_entity_id });
    await truth.put({ entity_type: "task", title: "Roof", status: "open" });
    const rows = await (await truth.parts.database()).read(EVERY_TENANT, (sql) =>
      sql.all(query`select e.observation_count, e.first_observed_at - o.observed_at as too_early
        from truth_entity e join truth_observation o on o.tenant_id = e.tenant_id and o.origin_id = e.id
        where e.id = ${from?.entity_id ?? ""}`),
    );
    expect(rows).toEqual([{ observation_count: 1, too_early: 0 }]);
  });
});
