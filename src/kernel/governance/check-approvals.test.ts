import { expect, test } from "vitest";
import { openTestYard } from "../../../test/kit/yard.ts";
import { query } from "../query.ts";

test("an approval that shows other arguments than it is bound to is not shown, and verification names it", async () => {
  const yard = await openTestYard();
  await yard.ask("set_posts", { names: ["a", "b"] });
  const { details } = await yard.refused("pull_posts", { names: ["a"], reasoning: "rotten" });
  expect((await yard.verify({ full: true })).findings).toEqual([]);

  await (await yard.parts.database()).write("local", (sql) =>
    sql.run(query`update approval set arguments = '{"names":["b"]}' where tenant_id = 'local'`),
  );
  await expect(yard.governance.approvals.list()).rejects.toMatchObject({ code: "row_altered" });
  expect((await yard.verify({ full: true })).findings).toEqual([
    { what: `approval ${details.approval_id}`, reason: "what it shows is not what was asked for" },
  ]);
});
