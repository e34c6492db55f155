import { expect, test } from "vitest";
import { authored, openTestInstructions } from "../kit/instructions-world.ts";

// What an overwritten instruction says of itself must be true of what it now is.

const DAY_MS = 86_400_000;

test("an instruction made mandatory kept its old review date and version; now both follow, and the change log says why", async () => {
  const world = await openTestInstructions();
  const overwrite = (more: object) =>
    world.ask("instructions_add", { entry: authored("units", { ...more }), overwrite: true });
  const governance = async () => (await world.ask("instructions_governance_hash")).governanceHash;

  await world.ask("instructions_add", { entry: authored("units", { body: "Write units.", priority: 90 }) });
  const optional = world.read("units.json");
  expect(optional).toMatchObject({ version: "1.0.0" });

  // Other words alone are no other rule: nothing that governs it moves.
  const before = await governance();
  await overwrite({ body: "Write the unit beside every number.", priority: 90 });
  expect(world.read("units.json")).toMatchObject({ version: "1.0.0", nextReviewDue: optional.nextReviewDue });
  expect(await governance()).toBe(before);

  await overwrite({ body: "Write the unit beside every number.", priority: 10, requirement: "mandatory" });
  const mandatory = world.read("units.json");
  expect(mandatory).toMatchObject({ version: "1.1.0" });
  expect(mandatory.changeLog).toMatchObject([
    { version: "1.0.0", summary: "initial import" },
    { version: "1.1.0", summary: "changed priority, requirement" },
  ]);
  expect(Date.parse(mandatory.nextReviewDue) - Date.parse(mandatory.changeLog[1].changedAt)).toBe(30 * DAY_MS);
  expect(await governance()).not.toBe(before);
});

test("a list was whole bodies or nothing; now it can be one line each", async () => {
  const long = `Write the unit beside every number. ${"More is said of it here. ".repeat(200)}`;
  const world = await openTestInstructions();
  await world.ask("instructions_add", { entry: authored("units", { body: long }) });

  const short = await world.ask("instructions_list", { summary: true });
  expect(JSON.stringify(short).length).toBeLessThan(600);
  expect(short.items).toEqual([
    {
      id: "units",
      title: expect.any(String),
      priority: expect.any(Number),
      requirement: "optional",
      categories: expect.any(Array),
      semanticSummary: expect.stringMatching(/^Write the unit beside every number/),
    },
  ]);
});
