import { expect, test } from "vitest";
import { schemaFor } from "../schema/built-in.ts";
import { NOTHING } from "./fold.ts";
import { shown } from "./shown.ts";

test("shows values in their field's type, and cleared fields not at all", () => {
  const folded = {
    snapshot: {
      items: [{ sku: 1 }],
      invoice_number: 42,
      invoice_date: 1_714_521_600,
      amount_due: "12.50",
      currency: "EUR",
    },
    provenance: {
      amount_due: "o1",
      currency: "o1",
      invoice_date: "o2",
      invoice_number: "o1",
      items: "o2",
      notes: "o3",
    },
    fragments: { date_due: "2024-02-30", gone: null },
    fragment_provenance: { date_due: "o1", gone: "o2" },
    deletion: null,
  };
  const answer = shown(schemaFor("invoice"), folded);
  expect(answer).toEqual({
    snapshot: {
      amount_due: 12.5,
      currency: "EUR",
      invoice_date: "2024-05-01T00:00:00.000Z",
      invoice_number: "42",
      items: [{ sku: 1 }],
    },
    provenance: { amount_due: "o1", currency: "o1", invoice_date: "o2", invoice_number: "o1", items: "o2" },
    raw_fragments: { date_due: "2024-02-30" },
  });
  expect(Object.keys(answer.snapshot)).toEqual(["amount_due", "currency", "invoice_date", "invoice_number", "items"]);
});

test("has no raw_fragments where there are none", () => {
  expect(shown(schemaFor("note"), NOTHING)).toEqual({ snapshot: {}, provenance: {} });
});

test("shows the values of an undescribed type as they were given", () => {
  const folded = {
    ...NOTHING,
    snapshot: { due_date: 1_714_521_600, size: "3" },
    provenance: { due_date: "o1", size: "o1" },
  };
  expect(shown(schemaFor("spaceship"), folded)).toEqual({
    snapshot: { due_date: 1_714_521_600, size: "3" },
    provenance: { due_date: "o1", size: "o1" },
  });
});
