import { describe, expect, test } from "vitest";
import { createWorlds } from "../src/apps/worlds.ts";
import { createRegistry } from "../src/kernel/call/index.ts";
import { dumpEverything } from "./kit/dump.ts";
import { temporaryFolder } from "./kit/folder.ts";
import { ENGINES, openTestKernel } from "./kit/kernel.ts";

/** Good arguments for every tool that writes. A new one without its line here turns the test red. */
const EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  "conformance/test_write": { text: "rehearsed" },
};

const writes = [...createRegistry(createWorlds({ folder: "", config: {} })).values()]
  .filter(({ server }) => server.dryRun !== "absent")
  .flatMap(({ server }) =>
    server.tools.filter((tool) => tool.effect !== "read").map((tool) => ({ server: server.name, tool: tool.name })),
  );

test("every write tool has an example to be rehearsed with", () => {
  expect(writes.map(({ server, tool }) => `${server}/${tool}`).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

describe.each(ENGINES)("on %s", (engine) => {
  test.each(writes)(
    "a rehearsal of $server/$tool leaves root, rows, files and quota as they were",
    async ({ server, tool }) => {
      const kernel = await openTestKernel({
        engine,
        worlds: createWorlds({ folder: temporaryFolder(), config: {} }),
        limits: { writesPerMinute: 2 },
      });
      const args = EXAMPLES[`${server}/${tool}`];
      expect(await kernel.callTool(tool, args, { server })).not.toHaveProperty("isError");
      const before = { root: await kernel.stateRoot(), everything: await dumpEverything(kernel) };
      for (let n = 0; n < 3; n++) {
        const rehearsed = await kernel.callTool(tool, { ...args, dry_run: true }, { server });
        expect(rehearsed).toMatchObject({ structuredContent: { dry_run: true } });
      }
      expect({ root: await kernel.stateRoot(), everything: await dumpEverything(kernel) }).toEqual(before);
      // The quota had room for one more write, and still has.
      expect(await kernel.callTool(tool, args, { server })).not.toHaveProperty("isError");
    },
  );
});
