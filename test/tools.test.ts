import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { capabilitiesOf } from "../src/kernel/transports/mcp/capabilities.ts";
import { everyServer } from "./kit/worlds.ts";

const servers = await everyServer();
const DESCRIPTION_CHARS = { least: 20, most: 1500 };
/** Fixtures return the protocol's own result and publish no output schema. */
const FIXTURE_SERVERS = new Set(["conformance"]);
const INSTRUCTIONS_CHARS_MAX = 2048;

const READ = { subscribe: true };
const LISTED = { ...READ, listChanged: true };
/** What each server has besides its tools; where only what waits for an approval can be read, no list changes. */
const BESIDES: Readonly<Record<string, object>> = {
  conformance: { resources: READ, prompts: { listChanged: true }, completions: {} },
  documentation: { resources: READ },
  geometry: { resources: READ },
  graph: { resources: READ },
  home: { resources: READ, prompts: { listChanged: true } },
  instructions: { resources: LISTED, prompts: { listChanged: true }, completions: {} },
  memory: { resources: READ },
  model: { resources: READ },
  notebook: {},
  spatial: { resources: READ },
  truth: { resources: LISTED, completions: {} },
  validation: { resources: READ },
};

describe.each(servers)("server $server.name", (bound) => {
  const { server, world } = bound;

  test("has instructions that no client cuts", () => {
    expect(server.instructions.length).toBeGreaterThan(0);
    expect(server.instructions.length).toBeLessThanOrEqual(INSTRUCTIONS_CHARS_MAX);
  });

  test("says that it has prompts, resources or completions exactly where it has", () => {
    const { extensions: _methods, ...said } = capabilitiesOf(bound);
    expect(said).toEqual({ tools: { listChanged: true }, logging: {}, ...BESIDES[server.name] });
  });

  test("lists its tools in code-unit order, under names every client accepts", () => {
    const names = bound.listed().map((tool) => tool.name);
    expect(names).toEqual([...names].sort());
    for (const name of names) expect(name).toMatch(/^[a-z0-9_]{1,40}$/);
  });

  test("publishes the same schemas as before; a change here is a change of contract", () => {
    expect(bound.listed()).toMatchSnapshot();
  });

  describe.each(bound.listed())("$name", (tool) => {
    const bare = bound.tools.get(tool.name)?.tool;

    test("says what it is for, at a length a model can hold", () => {
      expect(tool.title).not.toBe("");
      const length = tool.description?.length ?? 0;
      expect(length).toBeGreaterThanOrEqual(DESCRIPTION_CHARS.least);
      expect(length).toBeLessThanOrEqual(DESCRIPTION_CHARS.most);
    });

    test("sets all four hints, and they follow its effect", () => {
      expect(tool.annotations).toEqual({
        ...(server.listsBriefly === undefined && { title: tool.title }),
        readOnlyHint: bare?.effect === "read",
        destructiveHint: bare?.effect === "destructive",
        idempotentHint: bare?.idempotent,
        openWorldHint: false,
      });
    });

    test("takes a plain object: no choice at the top, every array with its items", () => {
      expect(tool.inputSchema.type).toBe("object");
      expect(
        Object.keys(tool.inputSchema).filter(
          (key) => ["anyOf", "oneOf", "allOf"].includes(key) && !FIXTURE_SERVERS.has(server.name),
        ),
      ).toEqual([]);
      expect(arraysWithoutItems(tool.inputSchema, "")).toEqual([]);
    });

    test("publishes an output schema", () => {
      if (FIXTURE_SERVERS.has(server.name) && Object.keys(bare?.output.shape ?? {}).length === 0) return;
      expect(tool.outputSchema?.type).toBe("object");
      // Where nothing is required, a failure fits as it is.
      const { required = [], anyOf = [{ required }, { required: ["error"] }] } = tool.outputSchema ?? {};
      expect([required, anyOf]).toEqual([[], [expect.anything(), { required: ["error"] }]]);
    });

    test("offers dry_run exactly when it writes", () => {
      const offers = "dry_run" in (tool.inputSchema.properties ?? {});
      expect(offers).toBe(bare?.effect !== "read" && server.takes.dry_run !== undefined);
    });

    test("stands in a file of its own name", () => {
      const file = `tools/${tool.name.replaceAll("_", "-")}.ts`;
      const places = [`servers/${server.name}/${file}`, file].map(
        (place) => new URL(`../src/worlds/${world.name}/${place}`, import.meta.url),
      );
      expect(places.some((place) => existsSync(fileURLToPath(place)))).toBe(true);
    });
  });
});

function arraysWithoutItems(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "type" in schema && schema.type === "array" && !("items" in schema) ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, value]) => arraysWithoutItems(value, `${path}/${key}`))];
}
