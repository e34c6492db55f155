import { expect, test } from "vitest";
import { schemaFor } from "./built-in.ts";
import { splitRow } from "./split-row.ts";

test("parts what the schema claims from what it does not, every value as it was given", () => {
  const row = {
    entity_type: "invoice",
    invoice_number: 42,
    invoice_date: "2024-02-30",
    amount_due: "12.50",
    currency: null,
    date_due: 1_714_521_600,
    tax_amount: "abc",
    shelf: { row: 3 },
    constructor: "Bau GmbH",
  };
  expect(splitRow(schemaFor("invoice"), row)).toEqual({
    fields: { invoice_number: 42, amount_due: "12.50", currency: null, date_due: 1_714_521_600 },
    fragments: { invoice_date: "2024-02-30", tax_amount: "abc", shelf: { row: 3 }, constructor: "Bau GmbH" },
    problems: [
      {
        field: "invoice_date",
        expected: "date",
        reason: "must be an existing day or time in ISO 8601, or a time since 1970 as a number",
      },
      { field: "tax_amount", expected: "number", reason: "must be a number" },
    ],
    missing: ["invoice_date", "currency"],
  });
});

test("an undescribed type keeps every field", () => {
  const row = { entity_type: "spaceship", launch_date: "2024-02-30", crew: ["Ada"], empty: null };
  expect(splitRow(schemaFor("spaceship"), row)).toEqual({
    fields: { launch_date: "2024-02-30", crew: ["Ada"], empty: null },
    fragments: {},
    problems: [],
    missing: [],
  });
});

test("misses no bookkeeping", () => {
  expect(splitRow(schemaFor("note"), { content: "x" }).missing).toEqual([]);
});
