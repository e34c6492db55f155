import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const FILES = { "a.json": complete("a"), "b.json": complete("b"), "c.json": complete("c") };

test("exports all, some, or all without bodies", async () => {
  const world = await openTestInstructions({ files: FILES });
  const { hash, items } = await world.method("instructions/list");

  expect(await world.ask("instructions_export")).toEqual({ hash, count: 3, items });
  expect(await world.ask("instructions_export", { ids: ["c", "nope", "a", "a"] })).toEqual({
    hash,
    count: 2,
    items: [items[0], items[2]],
  });
  expect(await world.method("instructions/export", { metaOnly: true })).toEqual({
    hash,
    count: 3,
    items: items.map((item: object) => ({ ...item, body: "" })),
  });
  expect(await world.ask("instructions_export", { ids: [] })).toEqual({ hash, count: 0, items: [] });
});

test("what is exported can be imported elsewhere to the same hashes", async () => {
  const world = await openTestInstructions({ files: FILES });
  const other = await openTestInstructions();
  const { items } = await world.method("instructions/export");

  const imported = await other.ask("instructions_import", { entries: items });
  expect(imported).toMatchObject({ imported: 3, errors: [], hash: (await world.ask("instructions_list")).hash });
  const { governanceHash } = await world.ask("instructions_governance_hash");
  expect(await other.ask("instructions_governance_hash")).toMatchObject({ count: 3, governanceHash });
});

test("refuses ids that are no list of texts", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.method("instructions/export", { ids: [1] })).toMatchObject({
    rpc: { code: -32602, data: { errors: [{ instancePath: "/ids/0", keyword: "type" }] } },
  });
});
