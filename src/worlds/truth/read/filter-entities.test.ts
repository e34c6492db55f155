import { expect, test } from "vitest";
import { ENGINES } from "../../../../test/kit/kernel.ts";
import { openTestTruth, type TestTruth } from "../../../../test/kit/truth.ts";

const TASKS = [
  { title: "Pay rent", status: "open", due_date: "2026-03-01", priority: "high", tags: ["home", "money"] },
  { title: "Call Ann", status: "Open", due_date: "2026-02-01T09:30:00Z", assignee: "Bob" },
  { title: "File taxes", status: "done", due_date: "2026-02-01", effort: 3 },
  { title: "Read book", status: "open", effort: 12, private: true },
];

async function fill(truth: TestTruth): Promise<void> {
  await truth.put(...TASKS.map((task) => ({ entity_type: "task", ...task })));
  await truth.put({ entity_type: "invoice", invoice_number: "R-1", amount_due: 99.5, currency: "EUR" });
  await truth.put({ entity_type: "invoice", invoice_number: "R-2", amount_due: 1200, currency: "EUR" });
}

type Args = Record<string, unknown>;

/** The names of what a list holds, and that its total says as many. */
async function names(truth: TestTruth, args: Args): Promise<string[]> {
  const { entities, total, error } = await truth.ask("retrieve_entities", args);
  expect(error).toBeUndefined();
  expect(total).toBe(entities.length);
  return entities.map(({ snapshot }: { snapshot: Args }) => snapshot.title ?? snapshot.invoice_number);
}

const is = (field: string, op: string, value?: unknown) => ({ field, op, ...(value !== undefined && { value }) });

test.each(ENGINES)("lists what its fields say, in the order of a field (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  await fill(truth);
  const tasks = (where: object[], more: Args = {}) =>
    names(truth, { entity_type: "task", where, sort: "title", ...more });

  expect(await tasks([is("status", "=", "open")])).toEqual(["Call Ann", "Pay rent", "Read book"]);
  expect(await tasks([is("status", "!=", "open")])).toEqual(["File taxes"]);
  expect(await tasks([is("due_date", "<", "2026-03-01")])).toEqual(["Call Ann", "File taxes"]);
  expect(await tasks([is("due_date", "<=", "2026-02-01")])).toEqual(["Call Ann", "File taxes"]);
  expect(await tasks([is("due_date", "=", "2026-02-01")])).toEqual(["Call Ann", "File taxes"]);
  expect(await tasks([is("due_date", ">", "2026-02-01")])).toEqual(["Pay rent"]);
  expect(await tasks([is("due_date", ">=", "2026-02-01"), is("status", "=", "open")])).toEqual([
    "Call Ann",
    "Pay rent",
  ]);
  expect(await tasks([is("due_date", "missing")])).toEqual(["Read book"]);
  expect(await tasks([is("assignee", "exists")])).toEqual(["Call Ann"]);
  expect(await tasks([is("tags", "=", "money")])).toEqual(["Pay rent"]);
  expect(await tasks([is("effort", ">", 3)])).toEqual(["Read book"]);
  expect(await tasks([is("effort", ">=", "3")])).toEqual(["File taxes", "Read book"]);
  expect(await tasks([is("private", "=", true)])).toEqual(["Read book"]);
  expect(await tasks([is("status", "in", ["done", "open"])], { search: "rent" })).toEqual(["Pay rent"]);
  expect(await tasks([], { sort: "-due_date" })).toEqual(["Pay rent", "Call Ann", "File taxes", "Read book"]);
  expect(await tasks([], { sort: "due_date" })).toEqual(["File taxes", "Call Ann", "Pay rent", "Read book"]);
  expect(await names(truth, { where: [is("amount_due", "<", 100)] })).toEqual(["R-1"]);
  expect(await names(truth, { where: [is("entity_type", "in", ["invoice"])], sort: "-amount_due" })).toEqual([
    "R-2",
    "R-1",
  ]);
  expect(await names(truth, { where: [is("entity_type", "=", "nothing")] })).toEqual([]);
});

test.each(ENGINES)("filters the past by what was said then (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  await fill(truth);
  const before = new Date(truth.parts.env.now()).toISOString();
  const [{ id }] = (await truth.ask("retrieve_entities", { where: [is("title", "=", "pay RENT")] })).entities;
  await truth.ask("correct", {
    entity_id: id,
    entity_type: "task",
    field: "status",
    value: "done",
    idempotency_key: "paid",
  });
  const open = { entity_type: "task", where: [is("status", "=", "open")], sort: "-due_date" };
  expect(await names(truth, open)).toEqual(["Call Ann", "Read book"]);
  expect(await names(truth, { ...open, at_ingested: before })).toEqual(["Pay rent", "Call Ann", "Read book"]);
  expect(await names(truth, { ...open, at_ingested: before, search: "rent" })).toEqual(["Pay rent"]);
});

test("what is deleted, merged or erased leaves no value behind, and what comes back has its own again", async () => {
  const truth = await openTestTruth();
  await fill(truth);
  const open = { entity_type: "task", where: [is("status", "=", "open")], sort: "title" };
  const [{ id }] = (await truth.ask("retrieve_entities", open)).entities;
  await truth.ask("delete_entity", { entity_id: id });
  expect(await names(truth, open)).toEqual(["Pay rent", "Read book"]);
  await truth.ask("restore_entity", { entity_id: id });
  expect(await names(truth, open)).toEqual(["Call Ann", "Pay rent", "Read book"]);
});

test("a filter that cannot mean anything is refused, with the fields there are", async () => {
  const truth = await openTestTruth();
  await fill(truth);
  const refused = (args: Args) => truth.refused("retrieve_entities", { entity_type: "task", ...args });
  expect(await refused({ where: [is("statsu", "=", "open")] })).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { field: "statsu", known_fields: expect.arrayContaining(["status", "effort"]) },
  });
  expect(await refused({ sort: "-nothing" })).toMatchObject({ details: { field: "nothing" } });
  for (const where of [
    [is("status", "=")],
    [is("status", "=", "x".repeat(65))],
    [is("status", "in", "open")],
    [is("status", "exists", "open")],
    [is("entity_type", "<", "task")],
  ]) {
    expect(await refused({ where })).toMatchObject({ code: "VALIDATION_ERROR" });
  }
  expect(await refused({ sort: "title", include_merged: true })).toMatchObject({ code: "VALIDATION_ERROR" });
});

test("many are paged in the order of a field and by time, without one twice or missing", async () => {
  const truth = await openTestTruth();
  const rows = Array.from({ length: 2600 }, (_, index) => ({
    entity_type: "task",
    title: `Task ${index}`,
    status: index % 13 === 0 ? "done" : "open",
    ...(index % 2 === 0 && { due_date: `2026-0${1 + (index % 9)}-10` }),
  }));
  for (let from = 0; from < rows.length; from += 200) await truth.put(...rows.slice(from, from + 200));
  const open = rows.filter(({ status }) => status === "open").length;
  for (const sort of [undefined, "due_date", "-due_date"]) {
    const seen: string[] = [];
    const dates: string[] = [];
    for (let offset = 0; offset < open; offset += 150) {
      const page = await truth.ask("retrieve_entities", {
        entity_type: "task",
        where: [is("status", "=", "open")],
        ...(sort && { sort }),
        limit: 150,
        offset,
        include_snapshots: false,
      });
      expect(page.total).toBe(open);
      seen.push(...page.entities.map(({ id }: { id: string }) => id));
    }
    expect(new Set(seen).size).toBe(open);
    expect(seen.length).toBe(open);
    if (sort === undefined) continue;
    for (const offset of [0, 600, 1190]) {
      const page = await truth.ask("retrieve_entities", {
        entity_type: "task",
        where: [is("status", "=", "open")],
        sort,
        limit: 20,
        offset,
      });
      dates.push(...page.entities.map(({ snapshot }: { snapshot: Args }) => snapshot.due_date ?? "none"));
    }
    const dated = dates.filter((date) => date !== "none");
    expect(dated).toEqual(sort === "due_date" ? [...dated].sort() : [...dated].sort().reverse());
    expect(dates.slice(dated.length).every((date) => date === "none")).toBe(true);
  }
  const late = rows.flatMap(({ due_date }) => (due_date !== undefined && due_date >= "2026-03-01" ? [due_date] : []));
  for (const [sort, wanted] of [
    ["due_date", late.toSorted()],
    ["-due_date", late.toSorted().reverse()],
  ] as const) {
    const found: string[] = [];
    for (let offset = 0; offset < late.length; offset += 100) {
      const where = [is("due_date", ">=", "2026-03-01")];
      const page = await truth.ask("retrieve_entities", { entity_type: "task", where, sort, limit: 100, offset });
      expect(page.total).toBe(late.length);
      found.push(...page.entities.map(({ snapshot }: { snapshot: Args }) => snapshot.due_date));
    }
    expect(found).toEqual(wanted);
  }
});

test("a list stands where its first item stands that is asked for, now, in a search and in the past", async () => {
  const truth = await openTestTruth();
  await truth.put(
    { entity_type: "gadget", title: "Both ends", tags: ["ant", "yak"] },
    { entity_type: "gadget", title: "Middle ends", tags: ["mole"] },
    { entity_type: "gadget", title: "Low ends", tags: ["bee"] },
  );
  const now = new Date(truth.parts.env.now()).toISOString();
  const asked = { entity_type: "gadget", where: [is("tags", ">=", "m")], sort: "tags" };
  for (const more of [{}, { search: "ends" }, { at_ingested: now }]) {
    expect(await names(truth, { ...asked, ...more })).toEqual(["Middle ends", "Both ends"]);
  }
});
