import { expect, test } from "vitest";
import { z } from "zod";
import { registryOf } from "../../../test/kit/worlds.ts";
import { defineServer } from "../server.ts";
import { defineTool } from "../tool.ts";
import { defineWorld } from "../world.ts";
import { bindServer } from "./registry.ts";
import type { RunningWorld } from "./running-world.ts";

const tool = (name: string, aliases: string[] = [], methods: string[] = []) =>
  defineTool({
    name,
    title: name,
    description: name,
    effect: "read",
    input: z.object({}),
    output: z.object({}),
    aliases,
    methods,
    run: () => ({}),
  });

const serverOf = (...tools: ReturnType<typeof tool>[]) =>
  bindServer({} as RunningWorld, defineServer({ name: "s", title: "S", instructions: "s", tools }));

test.each([
  ["two tools of one name", () => serverOf(tool("a"), tool("a"))],
  ["an alias that is a tool's name, declared before it", () => serverOf(tool("a", ["b"]), tool("b"))],
  ["an alias of a tool to itself", () => serverOf(tool("a", ["a"]))],
  ["two tools with one alias", () => serverOf(tool("a", ["x"]), tool("b", ["x"]))],
  ["a circle of aliases", () => serverOf(tool("a", ["b"]), tool("b", ["a"]))],
  ["one method for two tools", () => serverOf(tool("a", [], ["m/x"]), tool("b", [], ["m/x"]))],
  ["a name that clients refuse", () => serverOf(tool("a/b"))],
])("refuses to start with %s", (_case, make) => {
  expect(make).toThrow(expect.objectContaining({ code: "internal" }));
});

test("finds a tool by name and by alias, and lists only names", () => {
  const bound = serverOf(tool("b", ["x/y", "X"]), tool("a"));
  expect(bound.tools.get("x/y")).toBe(bound.tools.get("b"));
  expect(bound.tools.get("X/Y")).toBeUndefined();
  expect(bound.listed().map((listed) => listed.name)).toEqual(["a", "b"]);
});

const worldOf = (name: string, promised: string[], real: string[], loaded: string[] = []) =>
  defineWorld({
    name,
    servers: promised,
    migrations: [],
    async load() {
      loaded.push(name);
      return {
        servers: real.map((server) => defineServer({ name: server, title: server, instructions: "", tools: [] })),
        projections: [],
        start: () => loaded.push(`${name} started`),
        open: () => ({}),
        apply: async () => {},
      };
    },
  });

test("a world is loaded at the first use of one of its servers, once, and the others are not", async () => {
  const loaded: string[] = [];
  const registry = registryOf([worldOf("one", ["a", "b"], ["a", "b"], loaded), worldOf("two", ["c"], ["c"], loaded)]);
  expect([[...registry.names.keys()], loaded, registry.get("a")]).toEqual([["a", "b", "c"], [], undefined]);
  const [first, again] = await Promise.all([registry.open("a"), registry.open("a")]);
  expect(first).toBe(again);
  expect((await registry.open("b"))?.world).toBe(first?.world);
  expect(loaded).toEqual(["one"]);
  expect(await registry.open("d")).toBeUndefined();
  expect((await registry.worlds()).map(({ name }) => name)).toEqual(["one", "two"]);
  expect(loaded).toEqual(["one", "two"]);
});

test("two worlds with a server of one name refuse to start, and so does one that has other servers than it promised", async () => {
  const refused = expect.objectContaining({ code: "internal" });
  expect(() => registryOf([worldOf("one", ["a"], ["a"]), worldOf("two", ["a"], ["a"])])).toThrow(refused);
  await expect(registryOf([worldOf("one", ["a"], ["b"])]).open("a")).rejects.toEqual(refused);
});

test("shows aliases beside a tool and under _meta where its server says so", () => {
  const tools = [tool("b", ["x"]), tool("a")];
  const parts = { name: "s", title: "S", instructions: "s", tools };
  const listed = (listsAliases: boolean) =>
    bindServer({} as RunningWorld, defineServer({ ...parts, listsAliases })).listed() as readonly object[];
  expect(listed(true)).toMatchObject([{ name: "a" }, { name: "b", aliases: ["x"], _meta: { aliases: ["x"] } }]);
  expect(listed(true)[0]).not.toHaveProperty("aliases");
  expect(listed(false)[1]).not.toHaveProperty("aliases");
});
