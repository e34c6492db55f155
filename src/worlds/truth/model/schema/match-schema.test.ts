import { expect, test } from "vitest";
import type { JsonObject } from "../../../../kernel/index.ts";
import { matchSchema } from "./match-schema.ts";

const match = (row: JsonObject) => {
  const found = matchSchema(row);
  return found && [found.schema.entity_type, found.confidence];
};

test.each<[string, number, JsonObject]>([
  ["invoice", 8 / 17, { invoice_number: "1", invoice_date: "2024-01-02", amount_due: 3, currency: "EUR" }],
  ["receipt", 8 / 14, { merchant_name: "Shop", amount_total: "3.20", currency: "EUR", date_purchased: "2024-01-02" }],
  ["transaction", 3 / 11, { posting_date: "2024-01-02", amount: -3, counterparty: "Shop" }],
  ["task", 5 / 14, { title: "Call", status: "open", due_date: "2024-01-02" }],
  ["event", 5 / 13, { title: "Call", start_time: "2024-01-02T10:00Z", end_time: "2024-01-02T11:00Z" }],
  ["note", 4 / 9, { title: "Idea", content: "x", tags: ["a"] }],
  ["person", 4 / 13, { name: "Ada", email: "ada@example.com", phone: "1" }],
  ["meal", 5 / 12, { name: "Soup", date: "2024-01-02", calories: 300 }],
  ["task", 4 / 14, { title: "Call", status: "open" }],
  ["task", 5 / 14, { title: "Call", status: "open", notes: "x" }],
  ["goal", 5 / 11, { title: "Run", status: "open", metric: "km", target_value: 10 }],
  ["project", 4 / 12, { name: "Roof", status: "open", description: "x" }],
  ["company", 4 / 13, { name: "Acme", website: "acme.example", industry: "anvils" }],
  ["person", 3 / 13, { name: "Ada", country: "UK" }],
  ["account", 4 / 11, { name: "Savings", institution: "Bank", iban: "DE02", currency: "EUR" }],
  ["address", 4 / 10, { name: "Home", street: "High St 1", city: "York", country: "UK" }],
  ["belief", 4 / 10, { title: "It rains", statement: "x", evidence: "y" }],
])("a row of %s is recognised", (type, confidence, row) => {
  expect(match(row)).toEqual([type, confidence]);
});

test("a type whose required field is missing gives way to one that has all it asks for", () => {
  // An invoice knows both fields, and asks for two more.
  expect(match({ amount_due: 3, currency: "EUR" })).toEqual(["transaction", 1 / 11]);
});

test("values that do not fit do not count", () => {
  const row = { invoice_number: "1", invoice_date: "yesterday", amount_due: "much", currency: "EUR" };
  expect(match(row)).toEqual(["invoice", 4 / 17]);
});

test("bookkeeping, nulls and inherited names match nothing", () => {
  expect(match({ import_date: "2024-01-02", schema_version: "1.0", title: null, toString: "x" })).toBeUndefined();
});
