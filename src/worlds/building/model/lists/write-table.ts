import { strToU8, zipSync } from "fflate";
import type { Json } from "../../../../kernel/index.ts";
import { headOf, type Table, totalsOf, wordsOf } from "./table.ts";

/** What a spreadsheet would take for a formula is told to be text. */
const FORMULA = /^[=+\-@\t\r]/;
/** The same date in every place and in every file: the log tells when it was made. */
const PACKED_AT = new Date(1980, 0, 1);

/** Without it spreadsheets read letters beyond ASCII as something else. */
const BYTE_ORDER_MARK = "\ufeff";

/** A table as CSV: a row of names, then the rows, each with its element's id where it is about one. */
export function writeCsv({ columns, rows }: Table): string {
  const cell = (value: Json) => {
    const plain = wordsOf(value);
    const said = typeof value === "string" && FORMULA.test(plain) ? `'${plain}` : plain;
    return /[",\r\n]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said;
  };
  const isOfElements = namesElements(rows);
  const head = [...columns.map(headOf), ...(isOfElements ? ["Element"] : [])].map(cell).join(",");
  const body = rows.map(({ id, cells }) => [...cells, ...(isOfElements ? [id] : [])].map(cell).join(","));
  return `${BYTE_ORDER_MARK}${[head, ...body].join("\r\n")}\r\n`;
}

/** Rows that add up several elements are about none of them. */
function namesElements(rows: Table["rows"]): boolean {
  return rows.length === 0 || rows.some(({ id }) => id !== "");
}

/** A table as a workbook of one sheet, with totals below. */
export function writeXlsx(table: Table): Uint8Array {
  const { columns, rows, title } = table;
  const totals = totalsOf(table);
  const foot = columns.map(({ name }): Json => totals[name] ?? null);
  const lines: readonly (readonly Json[])[] = [
    [...columns.map(headOf), namesElements(rows) ? "Element" : ""],
    ...rows.map(({ id, cells }) => [...cells, id]),
    ...(Object.keys(totals).length > 0 ? [[...foot, "Total"]] : []),
  ];
  const sheet = lines
    .map((cells, row) => {
      const isBold = row === 0 || row > rows.length;
      const all = cells.map((value, column) => cellOf(value, `${columnName(column)}${row + 1}`, isBold)).join("");
      return `<row r="${row + 1}">${all}</row>`;
    })
    .join("");
  // As wide as what is in it, so that no figure shows as hashes.
  const widths = (lines[0] ?? [])
    .map((_, at) => {
      const longest = Math.max(...lines.map((cells) => wordsOf(cells[at] ?? null).length));
      return `<col min="${at + 1}" max="${at + 1}" width="${Math.min(60, longest + 3)}" customWidth="1"/>`;
    })
    .join("");
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const files: Readonly<Record<string, string>> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName(title))}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${sheet}</sheetData></worksheet>`,
  };
  const packed = Object.entries(files).map(([name, xml]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
  ]);
  return zipSync(Object.fromEntries(packed), { mtime: PACKED_AT });
}

function cellOf(value: Json, at: string, isBold: boolean): string {
  const style = isBold ? ' s="1"' : "";
  if (value === null) return "";
  if (typeof value === "number") return `<c r="${at}"${style}><v>${value}</v></c>`;
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(wordsOf(value))}</t></is></c>`;
}

/** A, B, … Z, AA, … */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : `${columnName(Math.floor(at / 26) - 1)}${letter}`;
}

function sheetName(title: string): string {
  return title.replace(/[[\]:*?/\\]/g, " ").slice(0, 31);
}

function escaped(words: string): string {
  return words
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
