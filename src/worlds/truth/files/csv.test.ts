import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsingForTests } from "../../../../test/kit/parsing.ts";
import { createSimulatedEnv } from "../../../../test/kit/simulated-env.ts";
import { type Cell, columnsOf, placeCells, readTable } from "./csv.ts";
import { interpretFile } from "./interpret/interpret-file.ts";
import { parseMimeType } from "./mime-type.ts";
import { openText } from "./quote/find-quote.ts";

/** Small tables need no process of their own. */
const unparsed = () => Promise.reject(new Error("a small table was handed to a parser"));
const parsing = { parse: unparsed, env: createSimulatedEnv("tables") };

const CSV = parseMimeType("text/csv");

/** What was read from a table, field by field, beside the bytes that are quoted for it. */
async function quotesOf(text: string) {
  const { rows } = await interpretFile({ content: Buffer.from(text), type: CSV, sourceId: "source" }, parsing);
  const findQuote = openText(text, CSV.text, parsing);
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
          const table = await readTable(text, "csv", parsing);
          if (!("table" in table)) throw new Error(JSON.stringify(table));
          const [, ...records] = placeCells(table);
          expect(records.map((cells) => cells.map(({ raw }) => raw))).toEqual(rows);
          const cells: Cell[] = records.flat();
          for (const { value, start, end } of cells) expect(text.slice(start, end).replaceAll('""', '"')).toBe(value);
        },
      ),
    );
  });
});

test("a column that no name can be made of is known by its number", () => {
  expect(columnsOf([" Due Date ", "", "§", "Größe (cm)"])).toEqual(["due_date", "column_2", "column_3", "größe_cm"]);
});

test("whatever a text is, its cells are those that the parser of tables reads", async () => {
  const text = fc.stringMatching(/^\ufeff?[ab"\r\n\t ü]{0,40}$/u);
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      const table = await readTable(written, "tsv", parsing);
      if (!("table" in table)) return;
      const relaxed = { relax_column_count: true, relax_quotes: true };
      const records = parse(written, { delimiter: "\t", bom: true, skip_empty_lines: true, ...relaxed });
      expect([...placeCells(table)].map((cells) => cells.map(({ raw }) => raw))).toEqual(records);
    }),
    { numRuns: 2000 },
  );
});

describe("a table that is read in a process of its own", () => {
  const real = parsingForTests();
  const file = (text: string) => ({ content: Buffer.from(text), type: CSV, sourceId: "source" });
  const MANY = Array.from({ length: 4000 }, (_, n) => ` Firm ${n} ,"Größe ""${n}"" 🍎",${"x".repeat(20)}`);

  test("says what its lines say one by one, and is quoted in the same places", async () => {
    const text = `\ufeffName;Note;Rest\r\n${MANY.join("\r\n").replaceAll(",", ";")}`;
    expect(text.length).toBeGreaterThan(64 * 1024);
    const { rows } = await interpretFile(file(text), real);
    expect(rows?.map(({ row }) => row)).toEqual(
      MANY.map((_, n) => ({
        entity_type: "dataset_row",
        dataset_id: "source",
        row_number: n + 1,
        name: ` Firm ${n} `,
        note: `Größe "${n}" 🍎`,
        rest: "x".repeat(20),
      })),
    );
    const find = openText(text, CSV.text, real);
    const row = { name: " Firm 3999 ", note: 'Größe "3999" 🍎' };
    const quote = await find({ field: "note", value: row.note, row });
    expect(Buffer.from(text).subarray(quote?.start, quote?.end).toString()).toBe('Größe ""3999"" 🍎');
  });

  test("breaks on the line where it breaks, and is given up where it costs too much", async () => {
    const broken = await interpretFile(file(`a,b\n${"1,2\n".repeat(30_000)}"x`), real);
    expect(broken).toMatchObject({ rows: null, warnings: [{ code: "TOO_MANY_ROWS" }] });
    const odd = await interpretFile(
      file(`a,b\n${"1,22222222222222\n".repeat(9)}${`1${" ".repeat(9_000)}\n`.repeat(10)}`),
      real,
    );
    expect(odd).toMatchObject({
      rows: null,
      warnings: [{ code: "INTERPRETATION_FAILED", details: { format: "csv", line: 11 } }],
    });
    const dear = await interpretFile(file(`a\n${`${",".repeat(9_990)}\n`.repeat(4000)}`), real);
    expect(dear).toMatchObject({ rows: null, warnings: [{ code: "INTERPRETATION_FAILED" }] });
  });
});
