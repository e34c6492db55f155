import { describe, expect, test } from "vitest";
import { createSimulatedEnv } from "../../../../../test/kit/simulated-env.ts";
import { parseMimeType } from "../mime-type.ts";
import { interpretFile } from "./interpret-file.ts";

/** What has rows already needs no parser. */
const unparsed = () => Promise.reject(new Error("rows were handed to a parser"));

function interpret(text: string, type: string) {
  const file = { content: Buffer.from(text), type: parseMimeType(type), sourceId: "source" };
  return interpretFile(file, { parse: unparsed, env: createSimulatedEnv("rows") });
}

async function read(text: string, type: string) {
  const { rows, warnings } = await interpret(text, type);
  return { rows: rows?.map(({ row }) => row) ?? null, codes: warnings.map(({ code }) => code), warnings };
}

const TASK = { title: "Call", status: "open" };
const INVOICE = { invoice_number: "A-1", invoice_date: "2024-01-05", amount_due: 12.5, currency: "EUR" };

describe("JSON", () => {
  test("takes rows from an array, from `entities` and from a single object", async () => {
    const row = { entity_type: "task", ...TASK };
    for (const value of [[row], { entities: [row] }, row]) {
      expect(await read(JSON.stringify(value), "application/json")).toMatchObject({ rows: [row], codes: [] });
    }
  });

  test("knows a row of a described type by its fields, and keeps others as rows of a dataset", async () => {
    const rows = [INVOICE, { id: 7, value: 3 }, { name: "x", a: 1, b: 2, c: 3 }, "words", null];
    expect(await read(JSON.stringify(rows), "application/json")).toMatchObject({
      rows: [
        { ...INVOICE, entity_type: "invoice" },
        { id: 7, value: 3, entity_type: "dataset_row", dataset_id: "source", row_number: 2 },
        { name: "x", a: 1, b: 2, c: 3, entity_type: "dataset_row", row_number: 3 },
      ],
      codes: ["ROW_NOT_RECOGNISED", "ROW_NOT_RECOGNISED"],
    });
  });

  test("keeps a list of books row by row, bare or in the answer of a server", async () => {
    const books = [
      { title: "Dune", author: "Frank Herbert", year: 1965 },
      { title: "Emma", author: "Jane Austen", year: 1815 },
    ];
    const kept = books.map((book, n) => ({
      ...book,
      entity_type: "dataset_row",
      dataset_id: "source",
      row_number: n + 1,
    }));
    for (const value of [books, { count: 2, next: null, results: books }]) {
      expect((await read(JSON.stringify(value), "application/json")).rows).toEqual(kept);
    }
  });

  test("is a row itself where it says more than the answer of a server, whatever lists it has", async () => {
    const bill = { invoice_number: "INV-9", issuer: "Azure", amount: 279.84, date: "2023-03-20", lines: [{ n: 1 }] };
    expect(await read(JSON.stringify(bill), "application/json")).toMatchObject({
      rows: [
        {
          entity_type: "invoice",
          invoice_number: "INV-9",
          amount_due: 279.84,
          invoice_date: "2023-03-20",
          issuer: "Azure",
          lines: [{ n: 1 }],
        },
      ],
      codes: ["FIELD_MAPPED", "FIELD_MAPPED"],
    });
    const thing = { city: "Ulm", built: 1890, rooms: [{ n: 1 }] };
    expect((await read(JSON.stringify(thing), "application/json")).rows).toMatchObject([
      { entity_type: "dataset_row", ...thing },
    ]);
  });

  test("is unwrapped down to its rows, which may be named by what holds them", async () => {
    const people = [{ name: "Jan Novák", email: "jan@novak.cz" }, { name: "Eva Nová" }];
    const wrapped = { data: { contacts: people }, meta: { page: 1 } };
    expect(await read(JSON.stringify(wrapped), "application/json")).toMatchObject({
      rows: people.map((one) => ({ ...one, entity_type: "contact" })),
      warnings: [{ code: "LEFT_BESIDE_ROWS", details: { names: ["meta"] } }],
    });
    const order = { order: { order_number: "A-17", total: 119, items: [{ sku: "X1" }] } };
    expect((await read(JSON.stringify(order), "application/json")).rows).toMatchObject([
      { entity_type: "order", order_number: "A-17", amount_total: 119, items: [{ sku: "X1" }] },
    ]);
  });

  test("takes no package for a release, and no name with a description for anything", async () => {
    const manifest = { name: "left-pad", version: "1.3.0", description: "Pads", license: "MIT", main: "index.js" };
    const { rows } = await read(JSON.stringify(manifest), "application/json");
    expect(rows).toEqual([{ ...manifest, entity_type: "dataset_row", dataset_id: "source", row_number: 1 }]);
  });

  test("keeps the place of each row in the file", async () => {
    const { rows } = await interpret(JSON.stringify(["words", INVOICE]), "application/json");
    expect(rows?.map(({ index }) => index)).toEqual([1]);
  });

  test("leaves out rows that could not be stored by hand either", async () => {
    const hostile = '[{"entity_type":"task","title":"x","status":"open","__proto__":{}},{"entity_type":"No","a":1}]';
    expect(await read(hostile, "application/json")).toMatchObject({ rows: [], codes: ["ROW_SKIPPED", "ROW_SKIPPED"] });
  });

  test("keeps every digit of a number that a double would round, in files and in lines", async () => {
    const rows = [
      '{"entity_type":"tweet","id":1755555555555555501,"text":"first"}',
      '{"entity_type":"tweet","id":1755555555555555502,"text":"second","more":{"rate":[0.1234567890123456789,12.50]}}',
    ];
    const found = [
      { entity_type: "tweet", id: "1755555555555555501", text: "first" },
      {
        entity_type: "tweet",
        id: "1755555555555555502",
        text: "second",
        more: { rate: ["0.1234567890123456789", 12.5] },
      },
    ];
    for (const text of [`[${rows.join(", ")}]`, `{"entities": [${rows.join(",\n")}]}`]) {
      expect(await read(text, "application/json")).toMatchObject({ rows: found, codes: [] });
    }
    expect(await read(rows.join("\n"), "application/x-ndjson")).toMatchObject({ rows: found, codes: [] });
  });

  test("leaves out a row that says one thing twice, wherever in it", async () => {
    const rows = [
      '{"entity_type":"tweet","id":1,"id":2}',
      '{"entity_type":"tweet","id":3}',
      '{"entity_type":"tweet","a":[{"b":1,"\\u0062":1}]}',
    ];
    const skipped = (row: number) => ({
      code: "ROW_SKIPPED",
      message: "A row of the file cannot be stored.",
      details: {
        row,
        problems: [{ path: `rows[${row}]`, message: "has a field name that stands twice in one object" }],
      },
    });
    const expected = { rows: [{ entity_type: "tweet", id: 3 }], warnings: [skipped(0), skipped(2)] };
    expect(await read(`[${rows.join(",")}]`, "application/json")).toMatchObject(expected);
    expect(await read(rows.join("\n"), "application/x-ndjson")).toMatchObject(expected);
    expect((await read('{"entities":[],"entities":[{}]}', "application/json")).warnings).toMatchObject([
      { code: "INTERPRETATION_FAILED", details: { format: "json", position: 26, reason: "duplicate_key" } },
    ]);
  });

  test("leaves out a row with a NUL, in a value or a name", async () => {
    const rows = '[{"entity_type":"tweet","text":"a\\u0000b"},{"entity_type":"tweet","a\\u0000":1}]';
    expect((await read(rows, "application/json")).warnings.map(({ details }) => details)).toEqual([
      { row: 0, problems: [{ path: "rows[0].text", message: "must not contain a NUL character" }] },
      { row: 1, problems: [{ path: "rows[1]", message: "has a field name with a NUL character" }] },
    ]);
  });

  test("leaves out a row that is nested too deep, or longer than a row may be", async () => {
    const deep = `{"entity_type":"tweet","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const long = `{"entity_type":"tweet","a":[${"1,".repeat(600_000)}1]}`;
    const spaced = `{"entity_type":"tweet","a":1${" ".repeat(2_000_000)}}`;
    expect(await read(`[${deep},${long},${spaced}]`, "application/json")).toMatchObject({
      rows: [{ entity_type: "tweet", a: 1 }],
      warnings: [
        { code: "ROW_SKIPPED", details: { row: 0, problems: [{ message: "must be nested at most 32 deep" }] } },
        {
          code: "ROW_SKIPPED",
          details: { row: 1, problems: [{ message: expect.stringContaining("at most 1048576 bytes") }] },
        },
      ],
    });
  });

  test("names the place where it breaks, as far as the parser tells", async () => {
    const failed = async (text: string) => (await read(text, "application/json")).warnings;
    expect(await failed('{"a": 1,}')).toEqual([
      {
        code: "INTERPRETATION_FAILED",
        message: "The file is kept but could not be read at the place named in details.",
        details: { format: "json", position: 8 },
      },
    ]);
    expect(await failed('{"a":')).toMatchObject([{ details: { format: "json", position: 5 } }]);
    expect(await failed("hello")).toEqual([
      {
        code: "INTERPRETATION_FAILED",
        message: "The file is kept but is not of the format named in details.",
        details: { format: "json" },
      },
    ]);
    expect((await read("[".repeat(100_000), "application/json")).codes).toEqual(["INTERPRETATION_FAILED"]);
  });

  test("reads one value a line, with a mark at the beginning or not", async () => {
    const lines = `\ufeff${JSON.stringify(INVOICE)}\n\n${JSON.stringify({ ...INVOICE, invoice_number: "A-2" })}\r\n`;
    expect((await read(lines, "application/x-ndjson")).rows).toHaveLength(2);
  });

  test("reads the good lines of a file and names the bad one", async () => {
    const lines = `${JSON.stringify(INVOICE)}\n{"invoice_number": "A-2",\n${JSON.stringify({ ...INVOICE, invoice_number: "A-3" })}\n`;
    const { rows, warnings } = await interpret(lines, "application/x-ndjson");
    expect(rows?.map(({ row, index }) => [row.invoice_number, index])).toEqual([
      ["A-1", 0],
      ["A-3", 2],
    ]);
    expect(warnings).toEqual([
      {
        code: "LINE_SKIPPED",
        message: "A line of the file is no JSON. It stays in the file alone; the other lines are read.",
        details: { line: 2, reason: "not_json", position: 25 },
      },
    ]);
  });

  test("reads no lines where none is JSON", async () => {
    expect(await read("hello\nworld\n", "application/x-ndjson")).toMatchObject({
      rows: null,
      warnings: [{ code: "INTERPRETATION_FAILED", details: { format: "ndjson", line: 1 } }],
    });
  });

  test("reads no file of more rows than one call may hold", async () => {
    expect((await read(`[${"{},".repeat(10_001)}{}]`, "application/json")).codes).toEqual(["TOO_MANY_ROWS"]);
    expect((await read("{}\n".repeat(10_001), "application/x-ndjson")).codes).toEqual(["TOO_MANY_ROWS"]);
    expect((await read(`a\n${"1\n".repeat(10_001)}`, "text/csv")).codes).toEqual(["TOO_MANY_ROWS"]);
  });
});

describe("tables", () => {
  test("read headers as people write them, and say nothing for empty cells", async () => {
    const table = 'Invoice Number;Invoice Date;Amount Due;Currency\nA-1;2024-01-05;"1,5";EUR\nA-2;2024-01-06;;EUR\n';
    expect((await read(table, "text/csv")).rows).toEqual([
      { entity_type: "invoice", invoice_number: "A-1", invoice_date: "2024-01-05", amount_due: 1.5, currency: "EUR" },
      { entity_type: "invoice", invoice_number: "A-2", invoice_date: "2024-01-06", currency: "EUR" },
    ]);
  });

  test("of first names, last names and e-mail addresses hold contacts", async () => {
    const table = "First Name,Last Name,Email\nAda,Lovelace,ada@example.org\n";
    expect((await read(table, "text/csv")).rows).toEqual([
      {
        entity_type: "contact",
        first_name: "Ada",
        last_name: "Lovelace",
        email: "ada@example.org",
      },
    ]);
  });

  test("of banks are transactions whose amounts and days are read, below what stands above the header", async () => {
    const table =
      'Umsatzanzeige;12345\n\nBuchungstag;Empfänger;Verwendungszweck;Betrag;Währung;Saldo\n03.11.2025;"Müller; Söhne OHG";Rechnung 4711;-1.249,99;EUR;1\n28.11.2025;Arbeitgeber AG;"Gehalt\nNovember";3.512,07;EUR;2\n';
    const { rows, codes } = await read(table, "text/csv");
    expect(rows).toEqual([
      {
        entity_type: "transaction",
        posting_date: "2025-11-03",
        counterparty: "Müller; Söhne OHG",
        description: "Rechnung 4711",
        amount: -1249.99,
        currency: "EUR",
        saldo: "1",
      },
      {
        entity_type: "transaction",
        posting_date: "2025-11-28",
        counterparty: "Arbeitgeber AG",
        description: "Gehalt\nNovember",
        amount: 3512.07,
        currency: "EUR",
        saldo: "2",
      },
    ]);
    expect(codes).toEqual(["LINES_ABOVE_HEADER", ...Array(5).fill("FIELD_MAPPED")]);
  });

  test("without a header lose no row, and those with uneven rows no cell", async () => {
    const bare = await read("2025-01-03,Coffee Bar,4.50\n2025-01-04,Book Shop,23.99\n", "text/csv");
    expect(bare.rows).toMatchObject([
      { column_1: "2025-01-03", column_2: "Coffee Bar", column_3: "4.50" },
      { column_1: "2025-01-04", column_2: "Book Shop", column_3: "23.99" },
    ]);
    expect(bare.codes).toEqual(["NO_HEADER"]);
    const uneven = await read(
      "title,status,due_date\nA,open,2025-12-01\nB,open\nC,done,2025-12-02,x\nD,open,\n",
      "text/csv",
    );
    expect(uneven.rows).toEqual([
      { entity_type: "task", title: "A", status: "open", due_date: "2025-12-01" },
      { entity_type: "task", title: "B", status: "open" },
      { entity_type: "task", title: "C", status: "done", due_date: "2025-12-02", column_4: "x" },
      { entity_type: "task", title: "D", status: "open" },
    ]);
    expect(uneven.warnings).toMatchObject([{ code: "UNEVEN_ROWS", details: { rows: [1, 2] } }]);
    const years = await read("Country,2019,2020\nFrance,1.5,2.5\n", "text/csv");
    expect(years.rows).toMatchObject([{ country: "France", "2019": "1.5", "2020": "2.5" }]);
  });

  test("with two columns of one name keep both, and may have any mark between cells", async () => {
    expect((await read("name,email,email\nAda,a@a.org,a@b.org\n", "text/csv")).rows).toMatchObject([
      { name: "Ada", email: "a@a.org", email_2: "a@b.org" },
    ]);
    expect((await read('name|email|size\nKim|kim@lee.kr|5" wide\n', "text/csv")).rows).toMatchObject([
      { name: "Kim", email: "kim@lee.kr", size: '5" wide' },
    ]);
  });

  test("let a column name the type of each row", async () => {
    expect((await read("entity_type\ttitle\tstatus\ntask\tCall\topen\n", "text/tab-separated-values")).rows).toEqual([
      { entity_type: "task", ...TASK },
    ]);
  });

  test("that fit no type are rows of a dataset, each its own", async () => {
    expect((await read("x,y\n1,2\n1,2\n", "text/csv")).rows).toEqual([
      { entity_type: "dataset_row", dataset_id: "source", row_number: 1, x: "1", y: "2" },
      { entity_type: "dataset_row", dataset_id: "source", row_number: 2, x: "1", y: "2" },
    ]);
  });

  test.each([
    ["a quote that never ends", 'a,b\n1,"2\n', { line: expect.any(Number), reason: "csv_quote_not_closed" }],
    ["a row too short", "a,b\n1\n", { line: 2, reason: "csv_record_inconsistent_fields_length" }],
  ])("break at %s", async (_what, table, details) => {
    expect((await read(table, "text/csv")).warnings).toMatchObject([{ code: "INTERPRETATION_FAILED", details }]);
  });

  test("without rows say nothing", async () => {
    expect(await read("a,b\n", "text/csv")).toMatchObject({ rows: [], codes: [] });
    expect(await read("\n", "text/csv")).toMatchObject({ rows: [], codes: [] });
  });
});
