import { describe, expect, test } from "vitest";
import { type JsonObject, sha256 } from "../../../../kernel/index.ts";
import { schemaFor } from "../schema/built-in.ts";
import { identify } from "./identify.ts";

const of = (type: string, row: JsonObject) => identify("local", schemaFor(type), row);
const found = (type: string, row: JsonObject) => {
  const { normalized, basis, rule } = of(type, row);
  return { normalized, basis, rule };
};
const same = (type: string, one: JsonObject, other: JsonObject) =>
  of(type, one).entity_id === of(type, other).entity_id;

test("the id of a name is the contract's hash of type and name, salted for all but the local tenant", () => {
  const row = { entity_type: "company", name: "Acme Corp." };
  expect(of("company", row)).toEqual({
    entity_id: `ent_${sha256("company:acme").slice(0, 24)}`,
    normalized: "acme",
    basis: "name",
    rule: "name",
    name: "Acme Corp.",
    identifiers: [
      { kind: "name", value: "acme" },
      { kind: "name", value: "acme corp." },
    ],
  });
  expect(identify("ada", schemaFor("company"), row).entity_id).toBe(
    `ent_${sha256("tenant:ada:company:acme").slice(0, 24)}`,
  );
});

describe("by its type's rule", () => {
  test.each<[string, JsonObject, string, string]>([
    ["invoice", { invoice_number: "INV-1" }, '{"invoice_number":"inv-1"}', "invoice_number"],
    [
      "invoice",
      { invoice_number: 7, vendor_name: "Acme, Inc.", title: "May" },
      '{"invoice_number":"7","vendor_name":"acme"}',
      "invoice_number+vendor_name",
    ],
    [
      "transaction",
      { posting_date: "2024-05-01", amount: "-3.50", description: "Coffee  Shop", category: "food" },
      '{"amount":"-3.5","counterparty":"coffee shop","posting_date":"2024-05-01T00:00:00.000Z"}',
      "posting_date+amount+counterparty",
    ],
    ["transaction", { transaction_id: "aB1", amount: 3 }, '{"transaction_id":"aB1"}', "transaction_id"],
    [
      "receipt",
      { merchant_name: "Shop Ltd", date_purchased: 1_714_521_600, amount_total: 3, receipt_number: "R1" },
      '{"amount_total":"3","date_purchased":"2024-05-01T00:00:00.000Z","merchant_name":"shop","receipt_number":"r1"}',
      "merchant_name+date_purchased+amount_total+receipt_number",
    ],
    [
      "event",
      { title: "Stand-up", start_time: "2024-05-01T10:00:00+02:00" },
      '{"start_time":"2024-05-01T08:00:00.000Z","title":"stand-up"}',
      "title+start_time",
    ],
    [
      "meeting",
      { title: "Stand-up", start_time: "2024-05-01T08:00Z" },
      '{"start_time":"2024-05-01T08:00:00.000Z","title":"stand-up"}',
      "title+start_time",
    ],
    ["email", { message_id: "<a@b>", subject: "Hi" }, '{"message_id":"<a@b>"}', "message_id"],
  ])("%s %j", (type, row, normalized, rule) => {
    expect(found(type, row)).toEqual({ normalized, basis: "rule", rule });
  });
});

describe("by its name", () => {
  test.each<[string, JsonObject, string, string]>([
    ["task", { title: "Call  Ada", status: "open" }, "call ada", "title"],
    ["note", { title: "Ideas", content: "x" }, "ideas", "title"],
    ["person", { title: "Dr", full_name: "Ada Lovelace" }, "ada lovelace", "full_name"],
    ["person", { title: "Dr", first_name: "Ada", last_name: "Lovelace" }, "ada lovelace", "first_name+last_name"],
    ["contact", { title: "Dr", email: " Ada@Example.com" }, "ada@example.com", "email"],
    ["company", { legal_name: "Acme Ltd" }, "acme", "legal_name"],
    ["organization", { name: "Acme Ltd" }, "acme", "name"],
    ["spaceship", { name: "Eagle", id: "1" }, "eagle", "name"],
  ])("%s %j", (type, row, normalized, rule) => {
    expect(found(type, row)).toEqual({ normalized, basis: "name", rule });
  });
});

describe("by something that may be wrong", () => {
  test.each<[string, JsonObject, string, string]>([
    ["event", { title: "Stand-up" }, "stand-up", "title"],
    ["event", { title: "Stand-up", external_id: "x1" }, '{"external_id":"x1"}', "external_id"],
    ["spaceship", { spaceship_id: "Ab", motto: "Onward" }, '{"spaceship_id":"Ab"}', "spaceship_id"],
    ["task", { task_id: "T1", status: "open" }, '{"task_id":"T1"}', "task_id"],
    ["contact", { phone: "+49 30 123456" }, '{"phone":"4930123456"}', "phone"],
    ["spaceship", { email: "crew@example.com" }, "crew@example.com", "email"],
    ["note", { url: "https://Example.com/a", content: "x" }, "https://example.com/a", "url"],
  ])("%s %j", (type, row, normalized, rule) => {
    expect(found(type, row)).toEqual({ normalized, basis: "fallback", rule });
  });
});

describe("by content, which merges with its exact equal alone", () => {
  test.each<[string, JsonObject, JsonObject]>([
    ["transaction", { category: "food", amount: 3 }, { category: "food", amount: 4 }],
    ["transaction", { description: "Coffee" }, { description: "Coffee", category: "food" }],
    ["spaceship", { category: "cargo", mass: 1 }, { category: "cargo", mass: 2 }],
    ["spaceship", { company_id: "c1", mass: 1 }, { company_id: "c1", mass: 2 }],
    ["invoice", { title: "Invoice", amount_due: 1 }, { title: "Invoice", amount_due: 2 }],
    ["order", { email: "ada@example.com", items: ["a"] }, { email: "ada@example.com", items: ["b"] }],
    ["note", { content: "one", title: "Untitled" }, { content: "two", title: "Untitled" }],
    ["contact", { name: "unknown", role: "cook" }, { name: "unknown", role: "waiter" }],
    ["company", { name: " ? ", industry: "steel" }, { name: " ? ", industry: "coal" }],
    ["spaceship", { source_name: "feed", a: 1 }, { source_name: "feed", a: 2 }],
  ])("%s %j and %j are two", (type, one, other) => {
    expect([of(type, one).basis, of(type, other).basis, same(type, one, other)]).toEqual(["content", "content", false]);
    expect(same(type, one, { ...one, import_date: "2024-05-01", entity_type: type })).toBe(true);
  });

  const RECURRING = [
    "balance,crypto_transaction,dataset_row,email,emotion,exercise,flow,habit_completion,holding,income,invoice,meal,message",
    "order,purchase,receipt,relationship,task_attachment,task_comment,task_dependency,task_story,tax_event,transaction",
    "transfer,validation_result,workout",
  ].flatMap((line) => line.split(","));

  test.each(RECURRING)("a name alone does not tell one %s from another", (type) => {
    expect(same(type, { name: "Usual", notes: "a" }, { name: "Usual", notes: "b" })).toBe(false);
    expect(found(type, { title: "Usual", notes: "a" })).toMatchObject({ basis: "content", rule: "all fields" });
  });

  test("the same text is the same note, whatever its tags", () => {
    expect(same("note", { content: "Buy milk" }, { content: "buy  milk", tags: ["home"] })).toBe(true);
    expect(found("note", { content: "Buy milk" })).toEqual({
      normalized: `content:${sha256("buy milk")}`,
      basis: "content",
      rule: "content",
    });
  });

  test("values that differ only in spelling are the same content", () => {
    expect(same("transaction", { amount: "3.50", category: "Food" }, { category: "food ", amount: 3.5 })).toBe(true);
  });
});

test("the same name of two types is two entities", () => {
  expect(of("person", { name: "Acme" }).entity_id).not.toBe(of("company", { name: "Acme" }).entity_id);
});

test("two accounts may be charged the same on the same day", () => {
  const row = { posting_date: "2024-12-31", amount: -5, description: "Fee" };
  expect(same("transaction", { ...row, account_id: "a" }, { ...row, account_id: "b" })).toBe(false);
});

test("a look-alike is another entity, a compatible or invisible variant the same", () => {
  expect(same("company", { name: "paypal" }, { name: "pаypal" })).toBe(false);
  expect(same("company", { name: "paypal" }, { name: "ｐａｙｐａｌ" })).toBe(true);
  expect(same("company", { name: "paypal" }, { name: "pay\u200Bpal" })).toBe(true);
});
