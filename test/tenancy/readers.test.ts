import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../kit/instructions-world.ts";
import { ENGINES } from "../kit/kernel.ts";
import { openTestNotebook } from "../kit/notebook.ts";

test.each(ENGINES)(
  "a collection with an owner is there for its owner and its readers, and for others it is not (%s)",
  async (engine) => {
    const notebook = await openTestNotebook({
      engine,
      config: { collections: { garden: { owner: "ada", readers: ["bob"] } } },
    });
    const ask = async (user: string, name: string, args = {}) => {
      const outcome = await notebook.callTool(name, args, { user, connection: user });
      return (outcome as { structuredContent: Record<string, unknown> }).structuredContent;
    };
    const listed = async (user: string) => JSON.stringify(await ask(user, "list_collections")).includes('"garden"');
    expect([await listed("ada"), await listed("bob"), await listed("local"), await listed("eve")]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    const hidden = JSON.stringify(await ask("eve", "enter_collection", { collection_id: "garden" }));
    const unknown = JSON.stringify(await ask("eve", "enter_collection", { collection_id: "garten" }));
    expect(hidden.replaceAll("garden", "X")).toBe(unknown.replaceAll("garten", "X"));
    expect(await ask("eve", "semantic_search", { query: "barrel", k: 3 })).toHaveProperty("error");
    expect(await ask("bob", "enter_collection", { collection_id: "garden" })).not.toHaveProperty("error");
  },
);

test("an agent whose READ is limited to collections finds these and no others, also one it had entered", async () => {
  const files = { "garden/a.md": "# Roses\n\nPrune in March.", "kitchen/b.md": "# Bread\n\nKnead the dough." };
  const notebook = await openTestNotebook({ files });
  const limitTo = (...collections: string[]) =>
    notebook.parts.governance.permissions.set(
      { agent: "*" },
      { permissions: { READ: { collections } } },
      { user: "operator", source: "command line" },
    );
  const listed = async () =>
    (await notebook.ask("list_collections")).collections.map(({ collection_id: id }: { collection_id: string }) => id);
  await limitTo("kit*");
  expect(await listed()).toEqual(["kitchen"]);
  const hidden = JSON.stringify(await notebook.ask("enter_collection", { collection_id: "garden" }));
  const unknown = JSON.stringify(await notebook.ask("enter_collection", { collection_id: "garten" }));
  expect(hidden.replaceAll("garden", "X")).toBe(unknown.replaceAll("garten", "X"));
  expect(await notebook.ask("enter_collection", { collection_id: "kitchen" })).not.toHaveProperty("error");
  expect((await notebook.ask("semantic_search", { query: "knead dough" })).results).toHaveLength(1);
  await limitTo("garden");
  expect(await notebook.ask("semantic_search", { query: "knead dough" })).toHaveProperty("error");
  expect(await listed()).toEqual(["garden"]);
});

test("what is not listed is for nobody where the operator says so", async () => {
  const notebook = await openTestNotebook({ config: { unlisted_collections: "nobody" } });
  const outcome = await notebook.callTool("list_collections", {}, { user: "ada" });
  expect(outcome).toMatchObject({ structuredContent: { collections: [] } });
});

test("an instruction folder with an owner answers its owner and its readers, and tells others nothing of it", async () => {
  const world = await openTestInstructions({ config: { owner: "ada", readers: ["bob"] } });
  world.write("a.json", complete("a"));
  const list = async (user: string) => JSON.stringify(await world.callTool("instructions_list", {}, { user }));
  for (const user of ["ada", "bob", "local"]) expect(await list(user), user).toContain('"a"');
  expect(await list("eve")).toContain("isError");
  expect(await list("eve")).not.toContain('\\"a\\"');
});
