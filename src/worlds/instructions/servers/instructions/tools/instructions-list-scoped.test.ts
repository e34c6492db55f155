import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const FILES = {
  "all.json": complete("all"),
  "mine.json": complete("mine", { audience: "individual", categories: ["scope:user:Ada", "scope:user:Bob"] }),
  "space.json": complete("space", { audience: "group", categories: ["scope:workspace:Main"] }),
  "team.json": complete("team", { audience: "group", categories: ["scope:team:core", "Scope:Team:Web", "css"] }),
  "field.json": complete("field", { audience: "group", userId: "Grace" }),
};

test.each([
  [{ userId: "ADA", workspaceId: "main", teamIds: ["core"] }, "user", ["mine"]],
  [{ userId: "grace" }, "user", ["field"]],
  // Only the first user of an entry counts.
  [{ userId: "bob", workspaceId: "MAIN" }, "workspace", ["space"]],
  [{ userId: "nobody", teamIds: ["x", "WEB"] }, "team", ["team"]],
  [{ workspaceId: "nowhere" }, "all", ["all"]],
  [{}, "all", ["all"]],
])("for %j the first scope that has any is %s", async (args, scope, ids) => {
  const world = await openTestInstructions({ files: FILES });
  const { hash, items } = await world.method("instructions/list");

  expect(await world.method("instructions/listScoped", args)).toEqual({
    hash,
    count: ids.length,
    scope,
    items: items.filter((item: { id: string }) => ids.includes(item.id)),
  });
  for (const name of ["instructions_list_scoped", "instructions/listScoped", "instructions_listScoped"])
    expect(await world.ask(name, args)).toMatchObject({ scope, count: ids.length });
});

test("scope tokens become fields in lower case and leave the topics alone", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect((await world.ask("instructions_get", { id: "team" })).item).toMatchObject({
    categories: ["css"],
    teamIds: ["core", "web"],
  });
  expect((await world.ask("instructions_get", { id: "mine" })).item).toMatchObject({ categories: [], userId: "ada" });
});

test("refuses teams that are no list", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.method("instructions/listScoped", { teamIds: "core" })).toMatchObject({
    rpc: { code: -32602, message: "Invalid params", data: { method: "instructions/listScoped" } },
  });
});
