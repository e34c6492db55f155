import { expect, test } from "vitest";
import { createSimulatedEnv } from "../../../../../test/kit/simulated-env.ts";
import { parseMimeType } from "../mime-type.ts";
import { interpretFile } from "./interpret-file.ts";

async function read(text: string, type: string) {
  const file = { content: Buffer.from(text), type: parseMimeType(type), sourceId: "source" };
  const { rows, warnings } = await interpretFile(file, {
    parse: () => Promise.reject(new Error("needs no parser")),
    env: createSimulatedEnv("columns"),
  });
  const found = (rows ?? []).map(({ row, places = {} }) => ({
    row,
    quotes: Object.fromEntries(
      Object.entries(places).map(([field, { text: source, start, end, written }]) => [
        field,
        [source.text.slice(start, end), ...(written === undefined ? [] : [written])],
      ]),
    ),
  }));
  return { rows: found.map(({ row }) => row), quotes: found.map(({ quotes }) => quotes), warnings };
}

/** Invoices with these days and amounts, one a row. */
function table(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([day, amount], n) => `A-${n};${day};${amount};EUR`);
  return ["Invoice Number;Invoice Date;Amount Due;Currency", ...lines, ""].join("\n");
}

/** The days and amounts that were read. */
async function columns(rows: readonly (readonly [string, string])[]) {
  const found = await read(table(rows), "text/csv");
  return {
    values: found.rows.map(({ invoice_date, amount_due }) => [invoice_date, amount_due]),
    warnings: found.warnings,
    quotes: found.quotes,
  };
}

test("one value that can only be read one way decides for its column", async () => {
  const { values, quotes, warnings } = await columns([
    ["03/04/2025", "1.234 €"],
    ["31/12/2025", "1.234,56 €"],
    ["2025-06-01", "1.234"],
    ["2025年3月1日", "(12)"],
  ]);
  expect(values).toEqual([
    ["2025-04-03", 1234],
    ["2025-12-31", 1234.56],
    ["2025-06-01", 1234],
    ["2025-03-01", -12],
  ]);
  expect(warnings).toEqual([]);
  expect(quotes[0]).toEqual({
    invoice_number: ["A-0"],
    invoice_date: ["03/04/2025", "day_first"],
    amount_due: ["1.234 €", "decimal_comma"],
    currency: ["EUR"],
  });
  expect(quotes[1]?.invoice_date).toEqual(["31/12/2025", "day"]);
});

test("another column decides otherwise", async () => {
  const { values } = await columns([
    ["03/04/2025", "1,234"],
    ["12/31/2025", "-1,200.00"],
    ["31.12.2025", "(1,200.00)"],
  ]);
  expect(values).toEqual([
    ["2025-03-04", 1234],
    ["2025-12-31", -1200],
    ["2025-12-31", -1200],
  ]);
});

test("what nothing decides stays as it is written, and is told", async () => {
  const { values, quotes, warnings } = await columns([
    ["03/04/2025", "1,234"],
    ["05/06/2025", "2,500"],
    ["2025-01-02", "7"],
  ]);
  expect(values).toEqual([
    ["03/04/2025", "1,234"],
    ["05/06/2025", "2,500"],
    ["2025-01-02", "7"],
  ]);
  expect(quotes).toEqual([{}, {}, {}]);
  expect(warnings.map(({ code, details }) => ({ code, details }))).toEqual([
    { code: "AMBIGUOUS_DATE", details: { field: "invoice_date", rows: [0, 1] } },
    { code: "AMBIGUOUS_NUMBER", details: { field: "amount_due", rows: [0, 1] } },
  ]);
});

test("a column that contradicts itself decides nothing for the values that are open", async () => {
  const { values, warnings } = await columns([
    ["13/01/2025", "1.234,56"],
    ["01/13/2025", "1,234.56"],
    ["03/04/2025", "1,234"],
  ]);
  expect(values).toEqual([
    ["2025-01-13", 1234.56],
    ["2025-01-13", 1234.56],
    ["03/04/2025", "1,234"],
  ]);
  expect(warnings.map(({ code }) => code)).toEqual(["AMBIGUOUS_DATE", "AMBIGUOUS_NUMBER"]);
});

test("numbers as programs write them are taken as they stand", async () => {
  const { values, quotes } = await columns([
    ["2025-01-02", "1.234"],
    ["2025-01-03", "12.50"],
  ]);
  expect(values).toEqual([
    ["2025-01-02", "1.234"],
    ["2025-01-03", "12.50"],
  ]);
  expect(quotes).toEqual([{}, {}]);
});

test("an amount brings its currency where the row names none, and stays as written beside another", async () => {
  const named = await read(
    "Entity type;Invoice Number;Invoice Date;Amount Due\ninvoice;A-1;2025-01-02;1.234,56 €\n",
    "text/csv",
  );
  expect(named.rows).toEqual([
    {
      entity_type: "invoice",
      invoice_number: "A-1",
      invoice_date: "2025-01-02",
      amount_due: 1234.56,
      currency: "EUR",
    },
  ]);
  expect(named.quotes[0]?.currency).toEqual(["1.234,56 €", "currency"]);
  expect((await columns([["2025-01-02", "$ 1,234.56"]])).values).toEqual([["2025-01-02", "$ 1,234.56"]]);
});

test("rows of JSON and of lines are columns too, and an escaped value is taken as it stands", async () => {
  const rows = [
    '{"entity_type":"invoice","invoice_number":"A-1","invoice_date":"31/12/2025","amount_due":"1.234,56 €"}',
    '{"entity_type":"invoice","invoice_number":"A-2","invoice_date":"01/02/2025","amount_due":5}',
    '{"entity_type":"invoice","invoice_number":"A-3","invoice_date":"2025\\u5e743\\u67081\\u65e5","amount_due":"1.234"}',
  ];
  for (const [text, type] of [
    [`\ufeff[${rows.join(",\n")}]`, "application/json"],
    [`\ufeff${rows.join("\n")}`, "application/x-ndjson"],
  ] as const) {
    const found = await read(text, type);
    expect(found.rows.map(({ invoice_date, amount_due }) => [invoice_date, amount_due])).toEqual([
      ["2025-12-31", 1234.56],
      ["2025-02-01", 5],
      ["2025年3月1日", 1234],
    ]);
    expect(found.quotes[1]).toEqual({
      entity_type: ["invoice"],
      invoice_number: ["A-2"],
      invoice_date: ["01/02/2025", "day_first"],
      amount_due: ["5"],
    });
  }
});

test("a table is of the same type however its numbers and days are written", async () => {
  const header = "Posting Date;Amount;Merchant Name\n";
  for (const cells of ["2025-12-31;-1234.56", "12/31/2025;-1,234.56", "31.12.2025;-1.234,56 €"]) {
    const { rows } = await read(`${header}${cells};Bolt\n`, "text/csv");
    expect(rows).toMatchObject([{ entity_type: "transaction", posting_date: "2025-12-31", merchant_name: "Bolt" }]);
    expect(Number(rows[0]?.amount)).toBe(-1234.56);
  }
});
