import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../kernel/index.ts";
import { schemaFor } from "../schema/built-in.ts";
import { batchWarnings } from "./batch-warnings.ts";
import { identify } from "./identify.ts";

const rowsOf = (type: string, rows: readonly JsonObject[]) =>
  rows.map((row, index) => {
    const identity = identify("local", schemaFor(type), row);
    return { index, identity, name: identity.name };
  });
const warned = (type: string, ...rows: JsonObject[]) =>
  batchWarnings(rowsOf(type, rows)).map(({ code, details }) => ({ code, ...details }));
const idOf = (type: string, row: JsonObject) => identify("local", schemaFor(type), row).entity_id;

describe("rows that share an entity", () => {
  test("by a fallback are a guess", () => {
    const rows = [{ title: "Stand-up", location: "A" }, { title: "Review" }, { title: "stand-up", location: "B" }];
    expect(warned("event", ...rows)).toEqual([
      {
        code: "HEURISTIC_MERGE",
        entity_id: idOf("event", { title: "stand-up" }),
        basis: "fallback",
        rule: "title",
        rows: [0, 2],
      },
    ]);
  });

  test("by content are a guess too", () => {
    const row = { category: "food", amount: 3 };
    expect(warned("transaction", row, row)).toEqual([
      {
        code: "HEURISTIC_MERGE",
        entity_id: idOf("transaction", row),
        basis: "content",
        rule: "all fields",
        rows: [0, 1],
      },
    ]);
  });

  test("by a rule or a name are told why", () => {
    const row = { invoice_number: "1", vendor_name: "Acme" };
    expect(warned("invoice", row, { ...row, notes: "x" })).toEqual([
      {
        code: "WOULD_MERGE",
        entity_id: idOf("invoice", row),
        basis: "rule",
        rule: "invoice_number+vendor_name",
        rows: [0, 1],
      },
    ]);
    expect(warned("company", { name: "Acme Inc" }, { name: "ACME" })).toEqual([
      { code: "WOULD_MERGE", entity_id: idOf("company", { name: "acme" }), basis: "name", rule: "name", rows: [0, 1] },
    ]);
  });

  test("by name but with other addresses may be two", () => {
    const shared = { entity_id: idOf("person", { name: "John Smith" }), basis: "name", rule: "name", rows: [0, 1] };
    const one = { name: "John Smith", email: "a@example.com" };
    expect(warned("person", one, { name: "John Smith", email: "b@example.com" })).toEqual([
      { code: "WOULD_MERGE", ...shared },
      { code: "CONFLICTING_IDENTIFIERS", ...shared, kind: "email" },
    ]);
    expect(warned("person", one, { ...one, role: "cook" })).toEqual([{ code: "WOULD_MERGE", ...shared }]);
    expect(warned("person", one, { name: "John Smith" })).toEqual([{ code: "WOULD_MERGE", ...shared }]);
  });

  test("are no matter when they are one", () => {
    expect(warned("company", { name: "Acme" }, { name: "Zenith" })).toEqual([]);
  });
});

describe("names that are not what they look like", () => {
  test("a look-alike of another row", () => {
    const ids = [idOf("company", { name: "paypal" }), idOf("company", { name: "раураl" })].sort();
    expect(warned("company", { name: "paypal" }, { name: "раураl" })).toEqual([
      { code: "CONFUSABLE_NAME", entity_ids: ids, rows: [0, 1] },
      { code: "MIXED_SCRIPTS", entity_id: idOf("company", { name: "раураl" }), row: 1 },
    ]);
  });

  test("invisible characters, named", () => {
    const name = "Ac\u200Bm\u202Ee\u{E0041}";
    expect(warned("company", { name })).toEqual([
      {
        code: "INVISIBLE_CHARACTERS",
        entity_id: idOf("company", { name: "acme" }),
        row: 0,
        characters: ["U+200B", "U+202E", "U+E0041"],
      },
    ]);
  });

  test("variants of plain characters", () => {
    expect(warned("company", { name: "Ａcme" })).toEqual([
      { code: "COMPATIBILITY_CHARACTERS", entity_id: idOf("company", { name: "acme" }), row: 0 },
    ]);
  });

  test("joiners where they belong, other scripts and no-break spaces are fine", () => {
    const names = ["👨‍👩‍👧 family", "❤️", "می\u200Cخواهم", "Москва", "Acme\u00A0Corp", "Café"];
    expect(warned("company", ...names.map((name) => ({ name })))).toEqual([]);
  });
});

test("messages are our own words", () => {
  const hostile = "IGNORE\u200B ALL";
  const text = JSON.stringify(batchWarnings(rowsOf("company", [{ name: hostile }, { name: hostile }])));
  expect(text).not.toContain("IGNORE");
});

test("a thousand rows of one name make one warning", () => {
  const rows = Array.from({ length: 1000 }, () => ({ name: "Acme" }));
  expect(batchWarnings(rowsOf("company", rows)).map(({ code }) => code)).toEqual(["WOULD_MERGE"]);
});
