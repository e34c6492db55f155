import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cell, columnsOf, placeCells, readTable } from "./csv.ts";
import { interpretFile } from "./interpret/interpret-file.ts";
import { parseMimeType } from "./mime-type.ts";
import { openText } from "./quote/find-quote.ts";

/** Tables need no parser of their own. */
const unparsed = () => Promise.reject(new Error("a table was handed to a parser"));

const CSV = parseMimeType("text/csv");

/** What was read from a table, field by field, beside the bytes that are quoted for it. */
async function quotesOf(text: string) {
  const { rows } = await interpretFile(
    { content: Buffer.from(text), type: CSV, sourceId: "source" },
    { parse: unparsed },
  );
  const findQuote = openText(text, CSV.text);
  const found: { field: string; value: unknown; quoted: string | undefined }[] = [];
  for (const { row } of rows ?? []) {
    const { entity_type: _type, dataset_id: _dataset, row_number: _number, ...read } = row;
    for (const [field, value = null] of Object.entries(read)) {
      const quote = await findQuote({ field, value, row: read });
      const bytes = quote === null ? undefined : Buffer.from(text).subarray(quote.start, quote.end).toString();
      expect(bytes).toBe(quote?.text);
      found.push({ field, value, quoted: bytes });
    }
  }
  return found;
}

describe("rows and quotes see one table", () => {
  test.each([
    ["lone carriage returns", "name;note\rAda;one, two, three\rBob;x\r"],
    ["a lone carriage return inside a cell", "name,note\nAda\rLovelace,x\nBob,y\rz\n"],
    ["a lone carriage return at either end of a cell", "name,note\n\rAda,x\r\nBob,y\n"],
    [
      "line feeds inside cells of a file with carriage returns and line feeds",
      "name,note\r\nAda\nLovelace,x\r\nBob,y\r\n",
    ],
    ["empty lines before, between and after", "\n\nname,note\n\nAda,x\n\n\nBob,y\n\n"],
    ["a column without a name", "name,,note\nAda,1,x\nBob,2,y\n"],
    ["quoted breaks before the first real one", '"na\rme",note\nAda,x\nBob,"y\r\nz"'],
  ])("in a file with %s", async (_what, text) => {
    const found = await quotesOf(text);
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(found.map(({ quoted }) => quoted)).toEqual(found.map(({ value }) => String(value).trim()));
  });

  test("whatever a table holds, every cell is found where it stands", async () => {
    const word = fc.stringMatching(/^[ab"\r\n,; ü🍎]{0,4}$/u);
    const line = fc.constantFrom("\n", "\r\n", "\r");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 6 }),
        line,
        async (rows, lineBreak) => {
          const written = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
          const text = `x,y${lineBreak}${written.join(lineBreak)}${lineBreak}`;
          const table = await readTable(text, [","]);
          if (!("records" in table)) throw new Error(table.reason);
          expect(table.records.slice(1)).toEqual(rows);
          const cells: Cell[] = [...placeCells(table)].flat();
          for (const { value, start, end } of cells) expect(text.slice(start, end).replaceAll('""', '"')).toBe(value);
        },
      ),
    );
  });
});

test("a column that no name can be made of is known by its number", () => {
  expect(columnsOf([" Due Date ", "", "§", "Größe (cm)"])).toEqual(["due_date", "column_2", "column_3", "größe_cm"]);
});
