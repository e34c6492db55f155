import { describe, expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../test/kit/truth.ts";
import { query } from "../../../kernel/index.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("an entity whose row is older than its winners goes on as if it had them", async () => {
    const [older, newer] = [await openTestTruth({ engine }), await openTestTruth({ engine })];
    for (const truth of [older, newer]) {
      const [id = ""] = await truth.put({
        entity_type: "task",
        title: "Mend the roof",
        status: "open",
        due_date: "2024-03-01",
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
          await database.write("local", (sql) => sql.run(query`update truth_entity set winners = '[]', row_hash = ''`)),
        ).toBe(1);
      }
      await truth.put({ entity_type: "task", title: "Mend the roof", status: "open", due_date: "2024-04-01" });
      expect(await truth.snapshot(id)).toMatchObject({ snapshot: { status: "done", due_date: "2024-04-01" } });
    }
    expect(await older.root()).toBe(await newer.root());
    const winners = async ({ parts }: typeof older) =>
      (await parts.database()).read((sql) => sql.all(query`select winners from truth_entity`));
    expect(await winners(older)).toEqual(await winners(newer));
  });
});
