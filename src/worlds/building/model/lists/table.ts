import type { Json } from "../../../../kernel/index.ts";
import { area, type Drawing, line, type Mark, words } from "../drawing/drawing.ts";
import { fitted, widthOf } from "../drawing/helvetica.ts";
import { box } from "../drawing/symbols.ts";

export interface Column {
  readonly name: string;
  readonly unit?: string;
  /** Whether its figures are added up below. */
  readonly isSummed: boolean;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly Json[] }[];
}

/** The sum of each column that has one, to the digit that is told. */
export function totalsOf({ columns, rows }: Table): Record<string, number> {
  const summed = columns.flatMap(({ name, isSummed }, at) => (isSummed ? [{ name, at }] : []));
  return Object.fromEntries(
    summed.map(({ name, at }) => {
      const sum = rows.reduce((all, { cells }) => all + (typeof cells[at] === "number" ? (cells[at] as number) : 0), 0);
      return [name, Math.round(sum * 1e9) / 1e9];
    }),
  );
}

/** A cell in words. */
export function wordsOf(value: Json): string {
  if (value === null) return "";
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000);
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function headOf({ name, unit }: Column): string {
  const plain = name.replaceAll("_", " ");
  const sign = unit === "m2" ? "m²" : unit === "m3" ? "m³" : unit;
  return `${plain[0]?.toUpperCase()}${plain.slice(1)}${sign === undefined ? "" : ` (${sign})`}`;
}

const [SIZE, ROW, PAD, TITLE, MARGIN] = [2.6, 5.2, 1.6, 9, 6];
const COLUMN_MAX = 60;
/** Where a reader has another font in place of the one that was meant, letters are wider. */
const FONT_SHARE = 1.12;

/** Areas and volumes to the second place and lengths to the millimetre, as people read them. */
function shownIn(column: Column | undefined, value: Json): string {
  if (typeof value !== "number") return wordsOf(value);
  if (column?.unit === "mm") return String(Math.round(value) + 0);
  return column?.unit === "m2" || column?.unit === "m3" ? value.toFixed(2) : wordsOf(value);
}

/** A table on paper as large as it needs, with totals in its last row. */
export function tableDrawing(table: Table): Drawing {
  const { columns, rows, title } = table;
  const totals = totalsOf(table);
  const cells = rows.map((row) => row.cells.map((cell, at) => shownIn(columns[at], cell)));
  const foot = columns.map(({ name }, at) =>
    name in totals ? shownIn(columns[at], totals[name] ?? null) : at === 0 ? `${rows.length} in all` : "",
  );
  const heads = columns.map(headOf);
  const widths = columns.map((_, at) => {
    const all = [heads[at] ?? "", foot[at] ?? "", ...cells.map((row) => row[at] ?? "")];
    return Math.min(COLUMN_MAX, FONT_SHARE * Math.max(...all.map((one) => widthOf(one, SIZE, true))) + 2 * PAD);
  });
  const width = widths.reduce((sum, one) => sum + one, 0);
  const lines = [heads, ...cells, foot];
  const height = lines.length * ROW;
  const top = MARGIN + height;
  const marks: Mark[] = [
    words([MARGIN, top + 3], title, { size: 4, isBold: true }),
    area("head", box(MARGIN, top - ROW, MARGIN + width, top)),
  ];
  const figures = columns.map((_, at) => rows.some(({ cells: given }) => typeof given[at] === "number"));
  lines.forEach((row, n) => {
    const y = top - n * ROW;
    marks.push(line("rule", [MARGIN, y], [MARGIN + width, y]));
    let x = MARGIN;
    row.forEach((cell, at) => {
      const wide = widths[at] as number;
      const isFigure = n > 0 && figures[at] === true;
      const place = isFigure ? x + wide - PAD : x + PAD;
      const isBold = n === 0 || n === lines.length - 1;
      marks.push(
        words([place, y - ROW + 1.6], fitted(cell, SIZE, wide - 2 * PAD, isBold), {
          size: SIZE,
          anchor: isFigure ? "end" : "start",
          isBold,
        }),
      );
      x += wide;
    });
  });
  let edge = MARGIN;
  for (const wide of [0, ...widths]) {
    edge += wide;
    marks.push(line("rule", [edge, MARGIN], [edge, top]));
  }
  marks.push(line("rule", [MARGIN, MARGIN], [MARGIN + width, MARGIN]));
  return { title, width: width + 2 * MARGIN, height: top + TITLE, marks, scale: 1, origin: [0, 0] };
}
