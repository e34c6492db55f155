/** A cell of a CSV text: what it says, and where that stands in UTF-16 units, without its quotation marks. */
export interface Cell {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The records of a CSV text, each a list of cells. Quoted cells may hold delimiters and line breaks. */
export function* placeCsv(text: string, delimiter: string): Iterable<Cell[]> {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  let cells: Cell[] = [];
  while (at <= text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter);
    cells.push(cell.cell);
    at = cell.after;
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (cells.length > 1 || cells[0]?.value !== "") yield cells;
    cells = [];
    if (at >= text.length) return;
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
}

function quotedCell(text: string, from: number): { cell: Cell; after: number } {
  let end = from + 1;
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1;
  const value = text.slice(from + 1, end).replaceAll('""', '"');
  return { cell: { value, start: from + 1, end: Math.min(end, text.length) }, after: Math.min(end + 1, text.length) };
}

function plainCell(text: string, from: number, delimiter: string): { cell: Cell; after: number } {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
  const raw = text.slice(from, end);
  const start = from + raw.length - raw.trimStart().length;
  const value = raw.trim();
  return { cell: { value, start, end: start + value.length }, after: end };
}
