import { area, type Drawing, line, type Mark, moved, words } from "../drawing/drawing.ts";
import { broken, fitted } from "../drawing/helvetica.ts";
import { box } from "../drawing/symbols.ts";

/** Sheets lie on their long side, in mm. */
export const SHEET_SIZES = {
  A4: [297, 210],
  A3: [420, 297],
  A2: [594, 420],
  A1: [841, 594],
  A0: [1189, 841],
} as const;

export type SheetSize = keyof typeof SHEET_SIZES;

export interface TitleBlock {
  readonly title: string;
  readonly project: string;
  readonly author: string;
  readonly date: string;
  readonly number: string;
}

const [BORDER, BINDING, GAP] = [8, 18, 6];
const [BLOCK_WIDE, BLOCK_TALL] = [170, 34];
const LETTERS_MIN = 2;

export interface SheetDrawing {
  readonly drawing: Drawing;
  readonly size: SheetSize;
}

/** Views side by side on the smallest sheet that holds them, or on the one that is asked for; undefined where none does. */
export function sheetDrawing(
  views: readonly Drawing[],
  block: TitleBlock,
  asked: SheetSize | undefined,
): SheetDrawing | undefined {
  const sizes = asked === undefined ? (Object.keys(SHEET_SIZES) as SheetSize[]) : [asked];
  for (const size of sizes) {
    const placed = arranged(views, SHEET_SIZES[size]);
    if (placed === undefined) continue;
    const [width, height] = SHEET_SIZES[size];
    const marks: Mark[] = [
      ...placed,
      area("border", box(BINDING, BORDER, width - BORDER, height - BORDER)),
      ...titleBlock(block, scalesOf(views), size, width - BORDER - BLOCK_WIDE),
    ];
    return { drawing: { title: block.title, width, height, marks, scale: 1, origin: [0, 0] }, size };
  }
  return undefined;
}

interface Shelf {
  readonly views: Drawing[];
  wide: number;
  tall: number;
}

/** Shelf by shelf from the top, the tallest views first; the title block keeps its corner, and what is left is shared out. */
function arranged(views: readonly Drawing[], size: readonly [number, number]): Mark[] | undefined {
  const { left, right, top, low, blockLeft, blockTop } = edgesOf(size);
  const shelves: Shelf[] = [];
  for (const view of [...views].sort((a, b) => b.height - a.height || b.width - a.width)) {
    const last = shelves.at(-1);
    const isBeside = last !== undefined && left + last.wide + GAP + view.width <= right;
    if (!isBeside) shelves.push({ views: [view], wide: view.width, tall: view.height });
    else {
      last.views.push(view);
      last.wide += GAP + view.width;
    }
  }
  const tall = shelves.reduce((sum, shelf) => sum + shelf.tall, GAP * (shelves.length - 1));
  /** Where each shelf begins and how far it may reach, with so much room more between shelves; undefined where one does not fit. */
  const placed = (more: number) => {
    let y = top - more;
    const all = shelves.map((shelf) => {
      const foot = y - shelf.tall;
      const limit = foot < blockTop ? blockLeft : right;
      const place = { shelf, y, limit, isIn: foot >= low && left + shelf.wide <= limit };
      y = foot - GAP - more;
      return place;
    });
    return all.every(({ isIn }) => isIn) ? all : undefined;
  };
  const spare = (top - low - tall) / (shelves.length + 1);
  const overBlock = (top - blockTop - tall) / (shelves.length + 1);
  const found = placed(Math.max(0, spare)) ?? placed(Math.max(0, overBlock)) ?? placed(0);
  return found?.flatMap(({ shelf, y, limit }) => {
    const more = (limit - left - shelf.wide) / (shelf.views.length + 1);
    let x = left + more;
    return shelf.views.flatMap((view) => {
      const marks = moved(view.marks, [x, y - view.height]);
      x += view.width + GAP + more;
      return marks;
    });
  });
}

function edgesOf([width, height]: readonly [number, number]) {
  return {
    left: BINDING + 2,
    right: width - BORDER - 2,
    top: height - BORDER - 2,
    low: BORDER + 2,
    blockLeft: width - BORDER - BLOCK_WIDE,
    blockTop: BORDER + BLOCK_TALL + GAP,
  };
}

function scalesOf(views: readonly Drawing[]): string {
  const scales = [...new Set(views.map(({ scale }) => scale).filter((scale) => scale !== 1))].sort((a, b) => a - b);
  return scales.length === 0 ? "-" : scales.map((scale) => `1:${scale}`).join(", ");
}

/** Who drew what for whom, in the corner where it is looked for. */
function titleBlock(block: TitleBlock, scale: string, size: SheetSize, x: number): Mark[] {
  const [y, half, wide] = [BORDER, BLOCK_TALL / 2, BLOCK_WIDE];
  const cell = (at: number, from: number, width: number, label: string, value: string, letters: number): Mark[] => [
    words([x + at + 2, from + half - 4], label, { size: 2 }),
    ...lettered(value, letters, width - 4).map(({ line, size, up }) =>
      words([x + at + 2, from + up], line, { size, isBold: true }),
    ),
  ];
  const upper = y + half;
  return [
    area("blank", box(x, y, x + wide, y + BLOCK_TALL)),
    area("border", box(x, y, x + wide, y + BLOCK_TALL)),
    line("rule", [x, upper], [x + wide, upper]),
    line("rule", [x + 85, upper], [x + 85, upper + half]),
    ...[45, 85, 115, 140].map((at) => line("rule", [x + at, y], [x + at, upper])),
    ...cell(0, upper, 85, "Project", block.project, 4),
    ...cell(85, upper, wide - 85, "Title", block.title, 4),
    ...cell(0, y, 45, "Author", block.author, 3),
    ...cell(45, y, 40, "Date", block.date, 3),
    ...cell(85, y, 30, "Scale", scale, 3),
    ...cell(115, y, 25, "Sheet", size, 3),
    ...cell(140, y, wide - 140, "Number", block.number, 4),
  ];
}

/** Letters grow smaller, and lines more, before anything is cut: what a sheet is called must be readable on it. */
function lettered(value: string, letters: number, width: number) {
  const isBold = true;
  for (let size = letters; size >= LETTERS_MIN; size = Math.round((size - 0.2) * 10) / 10) {
    const lines = broken(value, size, width, size > LETTERS_MIN + 1 ? 1 : 2, isBold);
    if (lines !== undefined) return stacked(lines, size);
  }
  const [first = "", second] = halves(value, LETTERS_MIN, width);
  return stacked([first, ...(second === undefined ? [] : [second])], LETTERS_MIN);
}

function stacked(lines: readonly string[], size: number) {
  return lines.map((line, n) => ({ line, size, up: 4 + (lines.length - 1 - n) * size * 1.3 - (lines.length - 1) }));
}

/** As much as goes into the first line, and what is left of the rest. */
function halves(value: string, size: number, width: number): [string, string?] {
  const parts = value.split(" ");
  let at = parts.length - 1;
  while (at > 0 && broken(parts.slice(0, at).join(" "), size, width, 1, true) === undefined) at -= 1;
  if (at <= 0) return [fitted(value, size, width, true)];
  return [parts.slice(0, at).join(" "), fitted(parts.slice(at).join(" "), size, width, true)];
}
