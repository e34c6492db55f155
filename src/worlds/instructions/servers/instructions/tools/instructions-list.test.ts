import { expect, test } from "vitest";
import { authored, complete, FILE_ISO, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { sha256 } from "../../../../../kernel/index.ts";

const FILES = {
  "b.json": authored("b", { categories: ["Git", "git", "Scope:Team:Core"], priority: 30 }),
  "a.json": authored("a", { categories: ["Testing"], requirement: "mandatory", note: { kept: true } }),
};

const hashOfBodies = sha256(`a:${sha256("Body of a.")}|b:${sha256("Body of b.")}`);

const A = {
  ...authored("a", { categories: ["testing"], requirement: "mandatory", note: { kept: true } }),
  sourceHash: sha256("Body of a."),
  schemaVersion: "1",
  createdAt: FILE_ISO,
  updatedAt: FILE_ISO,
  riskScore: 100,
  version: "1.0.0",
  status: "approved",
  owner: "unowned",
  priorityTier: "P1",
  classification: "internal",
  lastReviewedAt: FILE_ISO,
  nextReviewDue: "2025-03-31T00:00:00.000Z",
  changeLog: [{ version: "1.0.0", changedAt: FILE_ISO, summary: "initial import" }],
  semanticSummary: "Body of a.",
};

test("lists every entry whole, by id, with what follows from what its author wrote", async () => {
  const world = await openTestInstructions({ files: FILES, environment: { mutation: false } });

  expect(await world.ask("instructions_list")).toEqual({
    hash: hashOfBodies,
    count: 2,
    items: [
      A,
      {
        ...A,
        ...authored("b", { categories: ["git"], priority: 30 }),
        note: undefined,
        teamIds: ["core"],
        sourceHash: sha256("Body of b."),
        riskScore: 75,
        priorityTier: "P2",
        nextReviewDue: "2025-04-30T00:00:00.000Z",
        semanticSummary: "Body of b.",
      },
    ],
  });
});

test("answers the same as a method, by alias and by name", async () => {
  const world = await openTestInstructions({ files: FILES });
  const byName = await world.ask("instructions_list");

  expect(await world.method("instructions/list")).toEqual(byName);
  expect(await world.ask("instructions/list")).toEqual(byName);
});

test("lists one category whatever its case, and none for a scope token", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.ask("instructions_list", { category: "TESTING" })).toEqual({
    hash: hashOfBodies,
    count: 1,
    items: [A],
  });
  expect(await world.ask("instructions_list", { category: "scope:team:core" })).toMatchObject({ count: 0, items: [] });
});

test("an empty or missing folder is an empty catalog", async () => {
  const world = await openTestInstructions();

  expect(await world.ask("instructions_list")).toEqual({ hash: sha256(""), count: 0, items: [] });
  expect(world.texts()).toEqual({});
});

test("tools/call pages a long list, a method answers it whole", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`e${n}.json`, authored(`e${n}`, { body: "x".repeat(2000) })]),
  );
  const world = await openTestInstructions({ files, environment: { mutation: false } });
  const whole = await world.method("instructions/list");

  const seen: unknown[] = [];
  let offset: number | undefined = 0;
  let pages = 0;
  while (offset !== undefined) {
    const page = await world.ask("instructions_list", { offset });
    expect(page.count).toBe(60);
    seen.push(...page.items);
    offset = page.next_offset;
    expect(page.truncated).toBe(offset === undefined ? undefined : true);
    pages += 1;
  }
  expect(pages).toBeGreaterThan(2);
  expect(seen).toEqual(whole.items);
  expect(whole).toMatchObject({ count: 60 });
  expect(whole).not.toHaveProperty("truncated");
  expect(await world.ask("instructions_list", { offset: 58, limit: 1 })).toMatchObject({ next_offset: 59 });
});

test("an entry longer than any answer is listed with the beginning of its body", async () => {
  const world = await openTestInstructions({
    files: { "long.json": authored("long", { body: "\n".repeat(5) + '"'.repeat(200_000) }) },
  });

  const [item] = (await world.ask("instructions_list")).items;
  expect(item).toMatchObject({ id: "long", bodyTruncated: true });
  expect(item.body.length).toBeGreaterThan(10_000);
  expect('"'.repeat(200_000).startsWith(item.body)).toBe(true);
});

test("with the feature risk the riskiest come first; without it the argument is refused", async () => {
  const world = await openTestInstructions({ files: FILES, environment: { features: ["risk"] } });
  const plain = await openTestInstructions({ files: FILES });

  expect((await world.ask("instructions_list", { minRisk: 75 })).items.map((item: { id: string }) => item.id)).toEqual([
    "a",
    "b",
  ]);
  expect((await world.ask("instructions_list", { minRisk: 76 })).count).toBe(1);
  expect(await plain.method("instructions/list", { minRisk: 1 })).toEqual({
    rpc: {
      code: -32602,
      message: "Invalid params",
      data: {
        method: "instructions/list",
        errors: [
          {
            instancePath: "",
            schemaPath: "#",
            keyword: "custom",
            params: {},
            message: "minRisk needs the feature risk: add it to INDEX_FEATURES",
          },
        ],
      },
    },
  });
});

test("refuses what is no argument, in the contract's shape", async () => {
  const world = await openTestInstructions({ files: FILES });

  expect(await world.method("instructions/list", { category: 5, other: 1 })).toEqual({
    rpc: {
      code: -32602,
      message: "Invalid params",
      data: {
        method: "instructions/list",
        errors: [
          {
            instancePath: "/category",
            schemaPath: "#/properties/category/type",
            keyword: "type",
            params: { type: "string" },
            message: "must be string",
          },
          {
            instancePath: "",
            schemaPath: "#/additionalProperties",
            keyword: "additionalProperties",
            params: { additionalProperty: "other" },
            message: "must NOT have additional properties",
          },
        ],
      },
    },
  });
  expect(await world.result("instructions_list", { other: 1 })).toEqual({
    content: [{ type: "text", text: "The arguments do not fit the tool: other: is not an argument here" }],
    structuredContent: {
      error: {
        code: -32602,
        message: "Invalid params",
        data: { method: "instructions/list", errors: [expect.objectContaining({ keyword: "additionalProperties" })] },
      },
    },
    isError: true,
  });
});

test("a summary has one line of each entry", async () => {
  const world = await openTestInstructions({
    files: { "a.json": complete("a"), "b.json": complete("b", { body: `First line.\n${"Long. ".repeat(5000)}` }) },
  });
  const { items, count, hash } = await world.ask("instructions_list", { summary: true });
  expect(count).toBe(2);
  expect(hash).toBe((await world.ask("instructions_list")).hash);
  expect(items).toEqual(
    ["a", "b"].map((id) => ({
      id,
      title: `Title of ${id}`,
      priority: 50,
      requirement: "optional",
      categories: ["general"],
      semanticSummary: `Body of ${id}.`,
    })),
  );
});
