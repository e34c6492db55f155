import { expect, test } from "vitest";
import { openTestBuilding } from "../../../../test/kit/building.ts";
import { makeDemo } from "./make-demo.ts";

test("the demo is a house that stands: every element made by a tool, with a reason", async () => {
  const site = await openTestBuilding();
  // As the person at the command line: nothing is rehearsed.
  const call = async (server: string, tool: string, args: object) => {
    const told = server === "model" && tool === "list_elements" ? args : { ...args, dry_run: false };
    const answer = await site.ask(tool, { ...told });
    if (answer.success !== true) throw new Error(`${tool}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const host = {
    env: site.parts.env,
    tenant: "local",
    options: {},
    progress: () => {},
    print: () => {},
    derive: site.derive,
    installation: site.installation,
    call,
  };
  expect(await makeDemo(host)).toBe("building: a house of two storeys, 44 elements");
  const { data } = await site.ask("list_elements", { limit: 1000 });
  const kinds: Record<string, number> = {};
  for (const { category } of data.elements) kinds[category] = (kinds[category] ?? 0) + 1;
  expect(kinds).toEqual({
    Walls: 12,
    Doors: 6,
    Windows: 13,
    Floors: 2,
    Rooms: 6,
    Roofs: 1,
    Columns: 1,
    Beams: 1,
    Stairs: 1,
    Openings: 1,
  });
  const log = await site.ask("get_event_log", { limit: 1000 });
  for (const event of log.data.events) expect(event.reasoning).toEqual(expect.any(String));
});
