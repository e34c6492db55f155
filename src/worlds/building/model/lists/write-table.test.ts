import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { writeCsv, writeXlsx } from "./write-table.ts";

test("columns of a workbook are as wide as what is in them, below a head that stays in sight", () => {
  const book = writeXlsx({
    title: "Rooms",
    columns: [
      { name: "name", isSummed: false },
      { name: "area", unit: "m2", isSummed: true },
    ],
    rows: [{ id: "r1", cells: ["Living room with a bay window", 12.5] }],
  });
  const files = unzipSync(book);
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] as Uint8Array);
  expect([...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([32, 12, 10]);
  expect(sheet).toMatch(/<sheetViews>.*state="frozen".*<\/sheetViews><cols>.*<\/cols><sheetData>/);
  expect(strFromU8(files["xl/styles.xml"] as Uint8Array)).toContain('<cellStyle name="Normal"');
});

test("a CSV says how its letters are written, and names elements only where rows are about one", () => {
  const columns = [{ name: "name", isSummed: false }];
  const table = (id: string) => ({ title: "Rooms", columns, rows: [{ id, cells: ["Łazienka"] }] });
  expect(writeCsv(table("r1"))).toBe("\ufeffName,Element\r\nŁazienka,r1\r\n");
  expect(writeCsv(table(""))).toBe("\ufeffName\r\nŁazienka\r\n");
});
