import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/kit/folder.ts";
import { authored, complete, openTestInstructions } from "../../../../test/kit/instructions-world.ts";
import { ENGINES, freshDatabaseUrl } from "../../../../test/kit/kernel.ts";

describe.each(ENGINES)("on %s", (engine) => {
  test("adds and reads at once, over two kernels, lose nothing and agree", async () => {
    const folder = temporaryFolder();
    const databaseUrl = await freshDatabaseUrl(engine);
    const worlds = [
      await openTestInstructions({ folder, databaseUrl, files: { "bare.json": authored("bare") }, seed: "1" }),
      await openTestInstructions({ folder, databaseUrl, seed: "2" }),
    ];
    const calls = Array.from({ length: 40 }, (_, n) => {
      const world = worlds[n % 2];
      if (n % 4 === 3) return world?.ask("instructions_list");
      // Every id is added from both sides: exactly one of them creates it.
      return world?.ask("instructions_add", { entry: authored(`e${n >> 3}`, { title: `From ${n % 2}` }) });
    });
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer?.created === true)).toHaveLength(5);
    const lists = await Promise.all(worlds.map((world) => world.method("instructions/list")));
    expect(lists[0]).toEqual(lists[1]);
    expect(lists[0].items.map(({ id }: { id: string }) => id)).toEqual(["bare", "e0", "e1", "e2", "e3", "e4"]);
    const hashes = await Promise.all(worlds.map((world) => world.method("instructions/governanceHash")));
    expect(hashes[0]).toEqual(hashes[1]);
  });
});

test("an entry that a person edits by hand while tools write is never torn and never lost", async () => {
  const world = await openTestInstructions({ files: { "hand.json": complete("hand") } });
  for (let n = 0; n < 20; n++) {
    const writes = [0, 1, 2].map((k) => world.ask("instructions_add", { entry: authored(`t${n}-${k}`) }));
    writeFileSync(join(world.root, "hand.json"), JSON.stringify(complete("hand", { title: `Edit ${n}` })));
    await Promise.all(writes);
    expect((await world.ask("instructions_get", { id: "hand" })).item.title).toBe(`Edit ${n}`);
  }
  expect(await world.ask("health_check")).toMatchObject({ status: "ok", count: 61 });
});
