import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../kernel/index.ts";
import { schemaFor } from "../schema/built-in.ts";
import { canonicalName } from "./canonical-name.ts";

describe("one line to know it by", () => {
  test.each<[string, JsonObject, string]>([
    ["company", { name: " Acme  Corp ", legal_name: "ACME Ltd" }, "Acme Corp"],
    ["company", { legal_name: "ACME Ltd" }, "ACME Ltd"],
    ["person", { title: "Dr", first_name: "Ada", last_name: "Lovelace" }, "Ada Lovelace"],
    ["contact", { title: "Dr", email: "ada@example.com" }, "ada@example.com"],
    ["invoice", { invoice_number: 42, vendor_name: "Acme" }, "42"],
    ["receipt", { merchant_name: "Shop", currency: "EUR" }, "Shop"],
    ["transaction", { category: "food", description: "Soup" }, "Soup"],
    ["txn", { category: "food", description: "Soup" }, "Soup"],
    ["event", { title: "Call", start_time: "2024-05-01" }, "Call"],
    ["note", { title: "Untitled", content: "\n First line \nsecond" }, "First line"],
    ["spaceship", { status: "ok", launch: "2024-05-01", mass: "12", motto: "Onward", crew: "Ada" }, "Ada"],
    ["spaceship", { spaceship_id: "s-1", motto: "Onward" }, "s-1"],
    ["order", { status: "open", items: [] }, "fallback"],
    ["company", { name: "\u202EAc\u200Bme\u001B[31m" }, "Acme [31m"],
    ["note", { title: "👨‍👩‍👧 family" }, "👨‍👩‍👧 family"],
  ])("%s %j is %j", (type, snapshot, name) => {
    expect(canonicalName(schemaFor(type), snapshot, {}, "fallback")).toBe(name);
  });
});

test("fragments name what fields do not", () => {
  expect(canonicalName(schemaFor("invoice"), { notes: "see below" }, { title: "May" }, "fallback")).toBe("May");
  expect(canonicalName(schemaFor("invoice"), { notes: "see below" }, { motto: "x" }, "fallback")).toBe("see below");
  expect(canonicalName(schemaFor("invoice"), {}, { motto: "x" }, "fallback")).toBe("x");
});

test("a contact is called by its first and last name; where they stand outside the schema, as in older folders, by its address", () => {
  const name = { first_name: "Ada", last_name: "Lovelace" };
  const email = "ada@example.com";
  expect(canonicalName(schemaFor("contact"), { email, ...name }, {}, "fallback")).toBe("Ada Lovelace");
  expect(canonicalName(schemaFor("contact"), { email }, name, "fallback")).toBe(email);
});

test("an entity of which nothing is known goes by its type", () => {
  expect(canonicalName(schemaFor("order"), {}, {}, "")).toBe("order");
});

test("a long name is cut between characters", () => {
  expect(canonicalName(schemaFor("note"), { title: "😀".repeat(300) }, {}, "")).toBe(`${"😀".repeat(199)}…`);
  expect([...canonicalName(schemaFor("note"), { title: "x".repeat(10_000_000) }, {}, "")]).toHaveLength(200);
});

test("the order of the fields does not matter", () => {
  expect(canonicalName(schemaFor("spaceship"), { b: "two", a: "one" }, {}, "")).toBe("one");
  expect(canonicalName(schemaFor("spaceship"), { a: "one", b: "two" }, {}, "")).toBe("one");
});
