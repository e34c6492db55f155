import { expect, test } from "vitest";
import { openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const MUTATIONS = [
  "instructions/add",
  "instructions/groom",
  "instructions/import",
  "instructions/reload",
  "instructions/remove",
  "instructions/repair",
  "usage/flush",
];
const OTHERS = [
  "feature/status",
  "gates/evaluate",
  "health/check",
  "instructions/diff",
  "instructions/export",
  "instructions/get",
  "instructions/governanceHash",
  "instructions/list",
  "instructions/listScoped",
  "instructions/search",
  "integrity/verify",
  "meta/tools",
  "metrics/snapshot",
  "prompt/review",
  "usage/hotset",
  "usage/track",
];
const ALL = [...MUTATIONS, ...OTHERS].sort();
const flagsOf = (method: string) => ({
  method,
  stable: OTHERS.includes(method) && method !== "feature/status",
  mutation: MUTATIONS.includes(method),
});

test("lists all 23 methods with what they are, and what is disabled now", async () => {
  const world = await openTestInstructions({ environment: { mutation: false } });

  const { mcp, ...answer } = await world.method("meta/tools");
  expect(answer).toEqual({
    tools: ALL.map((method) => ({ ...flagsOf(method), ...(MUTATIONS.includes(method) && { disabled: true }) })),
    stable: { tools: ALL.map(flagsOf) },
    dynamic: {
      generatedAt: expect.stringMatching(/^2026-01-01T/),
      mutationEnabled: false,
      disabled: MUTATIONS.map((method) => ({ method })),
    },
    mutationEnabled: false,
  });
  expect(mcp.registryVersion).toBe("2025-08-25");
  expect(mcp.tools.map(({ name }: { name: string }) => name)).toEqual(ALL);
  expect(mcp.tools.find(({ name }: { name: string }) => name === "instructions/get")).toEqual({
    name: "instructions/get",
    description: expect.any(String),
    stable: true,
    mutation: false,
    inputSchema: {
      type: "object",
      properties: { id: { type: "string" }, offset: expect.objectContaining({ type: "integer" }) },
      required: ["id"],
      additionalProperties: false,
    },
    outputSchema: expect.objectContaining({ type: "object" }),
  });
});

test("nothing is disabled where mutation is enabled, and tools/call fits into one answer", async () => {
  const world = await openTestInstructions();

  const answer = await world.ask("meta_tools");
  expect(answer.dynamic).toMatchObject({ mutationEnabled: true, disabled: [] });
  expect(answer.mcp.tools).toHaveLength(23);
  expect(await world.method("meta/tools", { x: 1 })).toMatchObject({ rpc: { code: -32602 } });
});
