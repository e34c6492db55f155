import { expect, test } from "vitest";
import { schemaFor } from "../schema/built-in.ts";
import { canonicalFields } from "./canonical-fields.ts";

test("what differs only in spelling has one form", () => {
  const row = {
    vendor_name: "  Acme \r\n Corp ",
    currency: " EUR ",
    description: "Two  Lines\nHere",
    amount_due: "12.345678901",
    invoice_number: 42,
    invoice_date: "2024-05-01T02:00:00+02:00",
    date_due: 1_714_521_600,
    items: ["b", { sku: "B", qty: 1 }, "A", null],
    notes: null,
  };
  expect(canonicalFields(schemaFor("invoice"), row)).toEqual({
    amount_due: 12.345678901,
    currency: "eur",
    date_due: "2024-05-01T00:00:00.000Z",
    description: "Two Lines Here",
    invoice_date: "2024-05-01T00:00:00.000Z",
    invoice_number: "42",
    items: ["a", "b", null, { qty: 1, sku: "b" }],
    notes: null,
    vendor_name: "Acme Corp",
  });
});

test("an array of one text may be the text", () => {
  const schema = schemaFor("note");
  expect(canonicalFields(schema, { tags: "Home" })).toEqual(canonicalFields(schema, { tags: ["home"] }));
});

test("a date that does not exist stays as it was given", () => {
  expect(canonicalFields(schemaFor("task"), { due_date: "2024-02-30" })).toEqual({ due_date: "2024-02-30" });
});

test("an undescribed type keeps the case of names alone", () => {
  const row = {
    ship_name: "Eagle One",
    brand: "NASA",
    status: "In  Orbit",
    ok: true,
    mass: 1e-9,
    crew: { Name: "Ada" },
  };
  expect(canonicalFields(schemaFor("spaceship"), row)).toEqual({
    brand: "NASA",
    crew: { Name: "ada" },
    mass: 1e-9,
    ok: true,
    ship_name: "Eagle One",
    status: "in orbit",
  });
});

test("keys are in order and absent ones left out", () => {
  expect(Object.keys(canonicalFields(schemaFor("spaceship"), { b: 1, a: undefined, B: 2 }))).toEqual(["B", "b"]);
});
