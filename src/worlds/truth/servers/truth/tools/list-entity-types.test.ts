import { expect, test } from "vitest";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const COMMON = [
  "company",
  "contact",
  "contract",
  "event",
  "invoice",
  "note",
  "person",
  "receipt",
  "task",
  "transaction",
];

test("lists every type with its fields, over as many answers as it takes", async () => {
  const truth = await openTestTruth();
  const first = await truth.ask("list_entity_types");
  expect(first).toMatchObject({ keyword: null, search_method: "all", truncated: true });
  const rest = await truth.ask("list_entity_types", { offset: first.next_offset });
  const types = [...first.entity_types, ...rest.entity_types];
  const names = types.map(({ entity_type }) => entity_type);
  expect(names).toEqual([...names].sort());
  expect(names).toHaveLength(first.total);
  expect(names).toEqual(expect.arrayContaining(COMMON));
  const task = types.find(({ entity_type }) => entity_type === "task");
  expect(task).toEqual({
    entity_type: "task",
    schema_version: "1.0",
    field_names: expect.arrayContaining(["title", "status", "due_date"]),
    field_summary: expect.objectContaining({
      title: { type: "string", required: true },
      due_date: { type: "date", required: false },
    }),
  });
  expect(Object.keys(task.field_summary)).toEqual(task.field_names);
});

test("finds types by their names and fields, else by what they mean", async () => {
  const truth = await openTestTruth();
  const find = async (keyword: string) => {
    const answer = await truth.ask("list_entity_types", { keyword });
    expect(answer).toMatchObject({ keyword, total: answer.entity_types.length });
    return answer;
  };
  const meal = await find("meal");
  expect(meal.search_method).toBe("keyword_exact");
  expect(meal.entity_types[0]).toMatchObject({ entity_type: "meal", similarity_score: 1, match_type: "keyword" });
  const payment = await find("payment");
  expect(payment.search_method).toBe("vector_semantic");
  const meant = payment.entity_types.map(({ entity_type }: { entity_type: string }) => entity_type);
  expect(meant.slice(0, 3)).toEqual(["transaction", "invoice", "receipt"]);
  for (const { similarity_score, match_type } of payment.entity_types) {
    expect(match_type).toBe("vector");
    expect(similarity_score).toBeGreaterThan(0);
    expect(similarity_score).toBeLessThanOrEqual(1);
  }
  expect(await find("qqqq")).toMatchObject({ entity_types: [], total: 0, search_method: "vector_semantic" });
});

test("describes types of the user's own by what was stored", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "beehive", name: "North", frames: 10, inspected: "2025-05-01" });
  const { entity_types } = await truth.ask("list_entity_types", { keyword: "beehive" });
  expect(entity_types).toEqual([
    {
      entity_type: "beehive",
      schema_version: "1.0",
      field_names: ["frames", "inspected", "name"],
      field_summary: {
        frames: { type: "number", required: false },
        inspected: { type: "date", required: false },
        name: { type: "string", required: false },
      },
      similarity_score: 1,
      match_type: "keyword",
    },
  ]);
  expect(await truth.ask("list_entity_types", { keyword: "beehive" }, { user: "bob" })).toMatchObject({ total: 0 });
});

test("refuses a keyword that is none", async () => {
  const truth = await openTestTruth();
  for (const keyword of [7, "x".repeat(201)]) {
    expect(await truth.ask("list_entity_types", { keyword })).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  }
});

test("by the model that comes with it a keyword finds what it means, and nothing that it does not", async () => {
  const truth = await openTestTruth({ embedder: { provider: "bundled" } });
  const find = async (keyword: string) =>
    (await truth.ask("list_entity_types", { keyword })).entity_types.map(
      ({ entity_type }: { entity_type: string }) => entity_type,
    );
  const doctor = await find("doctor");
  expect(doctor[0]).toBe("person");
  for (const type of ["argument", "task_dependency", "wallet"]) expect(doctor).not.toContain(type);
  expect((await find("salary"))[0]).toBe("income");
  expect((await find("gym")).slice(0, 2)).toEqual(["workout", "exercise"]);
  expect(await find("qqqq")).toEqual([]);
});

test("a summary names every type with one line, whole and short", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "boat", name: "Ada", length_m: 9 });
  const bare = await truth.ask("list_entity_types");
  const { entity_types, total, truncated } = await truth.ask("list_entity_types", { summary: true });
  expect(truncated).toBeUndefined();
  expect(entity_types).toHaveLength(total);
  expect(total).toBe(bare.total);
  expect(entity_types).toContainEqual({ entity_type: "person", description: "A human being" });
  expect(entity_types).toContainEqual({ entity_type: "boat", description: expect.stringContaining("length_m") });
  expect(JSON.stringify(entity_types).length).toBeLessThan(10_000);
});

test("who may read some types is told of these alone, also when asked by a keyword", async () => {
  const truth = await openTestTruth();
  const operator = { user: "operator", source: "command line" } as const;
  const record = { permissions: { READ: { entity_types: ["task", "invoice"] } } };
  await truth.governance.permissions.set({ agent: "*" }, record, operator);

  const all = await truth.ask("list_entity_types");
  const asked = await truth.ask("list_entity_types", { keyword: "contact" });

  expect([all.total, all.entity_types.map((one: { entity_type: string }) => one.entity_type)]).toEqual([
    2,
    ["invoice", "task"],
  ]);
  expect(asked.entity_types.map((one: { entity_type: string }) => one.entity_type)).not.toContain("contact");
});
