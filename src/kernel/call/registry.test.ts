import { expect, test } from "vitest";
import { z } from "zod";
import { defineServer } from "../server.ts";
import { defineTool } from "../tool.ts";
import { defineWorld } from "../world.ts";
import { createRegistry } from "./registry.ts";

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

const registryOf = (...tools: ReturnType<typeof tool>[]) =>
  createRegistry([
    defineWorld({
      name: "w",
      servers: [defineServer({ name: "s", title: "S", instructions: "s", tools })],
      migrations: [],
      projections: [],
      open: () => ({}),
      apply: async () => {},
    }),
  ]);

test.each([
  ["two tools of one name", () => registryOf(tool("a"), tool("a"))],
  ["an alias that is a tool's name, declared before it", () => registryOf(tool("a", ["b"]), tool("b"))],
  ["an alias of a tool to itself", () => registryOf(tool("a", ["a"]))],
  ["two tools with one alias", () => registryOf(tool("a", ["x"]), tool("b", ["x"]))],
  ["a circle of aliases", () => registryOf(tool("a", ["b"]), tool("b", ["a"]))],
  ["one method for two tools", () => registryOf(tool("a", [], ["m/x"]), tool("b", [], ["m/x"]))],
  ["a name that clients refuse", () => registryOf(tool("a/b"))],
])("refuses to start with %s", (_case, make) => {
  expect(make).toThrow(expect.objectContaining({ code: "internal" }));
});

test("finds a tool by name and by alias, and lists only names", () => {
  const bound = registryOf(tool("b", ["x/y", "X"]), tool("a")).get("s");
  expect(bound?.tools.get("x/y")).toBe(bound?.tools.get("b"));
  expect(bound?.tools.get("X/Y")).toBeUndefined();
  expect(bound?.listed().map((listed) => listed.name)).toEqual(["a", "b"]);
});
