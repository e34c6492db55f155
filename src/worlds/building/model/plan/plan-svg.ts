import { type Element, measure, type Point, text } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import type { Ring } from "../shape/shape.ts";
import { around } from "../space/box.ts";
import { elementsOn } from "../space/relations.ts";
import { measuresOf, outlineOf } from "../space/room.ts";
import { type Located, locate } from "../space/space-index.ts";
import type { BranchState } from "../state/branch-state.ts";
import { rounded, toMm } from "../units.ts";
import { doorSymbol, wallCut, windowSymbol } from "./wall-cut.ts";

/** Where a plan is cut, above its level. */
const CUT_M = 1.2;
const SCALE = 100;
/** On paper, in mm. */
const [MARGIN, FOOT] = [12, 16];
/** Line weights in mm: what is cut is heaviest, what lies below is finest. */
const STYLE = [
  "text{font-family:Helvetica,Arial,sans-serif;fill:#111}",
  ".cut{fill:#3a3a3a;stroke:#000;stroke-width:.5;stroke-linejoin:miter}",
  ".leaf{fill:none;stroke:#000;stroke-width:.35}",
  ".swing{fill:none;stroke:#000;stroke-width:.13}",
  ".frame{fill:#fff;stroke:#000;stroke-width:.25}",
  ".below{fill:none;stroke:#666;stroke-width:.13}",
  ".thing{fill:#f4f4f4;stroke:#888;stroke-width:.13}",
  ".room{fill:#fbfaf6;stroke:none}",
].join("");

/** A plan of one level at 1:100, as SVG: what is cut, what lies below the cut, rooms with their areas, scale and north. */
export function planSvg(state: BranchState, level: Element): string {
  const elevation = measure(level, "elevation");
  const located = elementsOn(state, level).flatMap((element) => locate(state, element) ?? []);
  const box = around(located.map((one) => one.box)) ?? { min: [0, 0, 0], max: [10, 10, 0] };
  const paper = paperOf(box);
  const of = (...types: readonly string[]) => located.filter(({ element }) => types.includes(element.type));
  const drawn = [
    ...of("room").map(({ element }) => `<path class="room" d="${path(paper, [outlineOf(element)])}"/>`),
    ...of("floor", "stair").flatMap((one) => outlines(paper, one, "below")),
    ...of("mesh", "beam").flatMap((one) => (isBelow(one, elevation + CUT_M) ? outlines(paper, one, "thing") : [])),
    ...of("wall").flatMap(({ element }) =>
      wallCut(state, element, elevation + CUT_M).map((ring) => `<path class="cut" d="${path(paper, [ring])}"/>`),
    ),
    ...of("column", "boolean").flatMap((one) => (isCut(one, elevation + CUT_M) ? outlines(paper, one, "cut") : [])),
    ...of("window").map(({ element }) => drawn3(paper, windowSymbol(state, element), "frame")),
    ...of("door").map(({ element }) => drawDoor(paper, state, element)),
    ...of("room").map(({ element }) => roomTag(paper, element)),
  ];
  const title = text(level, "name") ?? "Level";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${paper.width}mm" height="${paper.height}mm" viewBox="0 0 ${paper.width} ${paper.height}">`,
    `<title>${escaped(title)}</title><style>${STYLE}</style>`,
    `<rect width="${paper.width}" height="${paper.height}" fill="#fff"/>`,
    ...drawn,
    scaleBar(paper),
    north(paper),
    `<text x="${MARGIN}" y="${paper.height - 4}" font-size="3.5">${escaped(title)}, 1:${SCALE}</text>`,
    "</svg>",
  ].join("\n");
}

interface Paper {
  readonly width: number;
  readonly height: number;
  at(point: Point): Point;
}

function paperOf({ min, max }: Box): Paper {
  const size = (metres: number) => round((metres * 1000) / SCALE);
  const width = Math.max(80, size(max[0] - min[0]) + 2 * MARGIN);
  const height = size(max[1] - min[1]) + 2 * MARGIN + FOOT;
  return {
    width,
    height,
    // North is up: on paper y goes down.
    at: ([x, y]) => [MARGIN + size(x - min[0]), MARGIN + size(max[1] - y)],
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function path({ at }: Paper, rings: readonly Ring[]): string {
  return rings.map((ring) => `M${ring.map((corner) => at(corner).join(" ")).join("L")}Z`).join("");
}

function line({ at }: Paper, from: Point, to: Point): string {
  return `M${at(from).join(" ")}L${at(to).join(" ")}`;
}

function outlines(paper: Paper, { footprints }: Located, kind: string): string[] {
  return footprints.map(({ rings }) => `<path class="${kind}" fill-rule="evenodd" d="${path(paper, rings)}"/>`);
}

function isCut({ box }: Located, height: number): boolean {
  return box.min[2] < height && box.max[2] > height;
}

function isBelow({ box }: Located, height: number): boolean {
  return box.min[2] < height;
}

function drawn3(paper: Paper, symbol: ReturnType<typeof windowSymbol>, kind: string): string {
  if (symbol === undefined) return "";
  const panes = symbol.lines.map(([from, to]) => line(paper, from, to)).join("");
  return `<path class="${kind}" d="${path(paper, [symbol.ring])}"/><path class="swing" d="${panes}"/>`;
}

/** Each leaf stands open, with the way it swings. */
function drawDoor(paper: Paper, state: BranchState, door: Element): string {
  return doorSymbol(state, door)
    .map(({ hinge, open, closed, radius, isLeft }) => {
      const [from, to] = [paper.at(open), paper.at(closed)];
      const size = round((radius * 1000) / SCALE);
      const arc = `M${from.join(" ")}A${size} ${size} 0 0 ${isLeft ? 1 : 0} ${to.join(" ")}`;
      return `<path class="leaf" d="${line(paper, hinge, open)}"/><path class="swing" d="${arc}"/>`;
    })
    .join("");
}

function roomTag(paper: Paper, room: Element): string {
  const { area, centre } = measuresOf(room);
  const [x, y] = paper.at(centre);
  const [name, number] = [text(room, "name"), text(room, "number")];
  const lines = [number, name, `${rounded(area).toFixed(2)} m²`].filter((one) => one !== undefined);
  const first = y - ((lines.length - 1) * 3.6) / 2 + 1;
  return lines
    .map((one, at) => {
      const weight = one === name ? ' font-weight="bold"' : "";
      return `<text x="${x}" y="${round(first + at * 3.6)}" font-size="2.8" text-anchor="middle"${weight}>${escaped(one)}</text>`;
    })
    .join("");
}

/** Five metres, one by one. */
function scaleBar({ width, height }: Paper): string {
  const metre = 1000 / SCALE;
  const [left, top] = [width - MARGIN - 5 * metre, height - 8];
  const parts = [0, 1, 2, 3, 4].map(
    (at) =>
      `<rect x="${left + at * metre}" y="${top}" width="${metre}" height="1.5" fill="${at % 2 === 0 ? "#000" : "#fff"}" stroke="#000" stroke-width=".13"/>`,
  );
  return `${parts.join("")}<text x="${left}" y="${top - 1}" font-size="2.2">0</text><text x="${width - MARGIN}" y="${top - 1}" font-size="2.2" text-anchor="end">${toMm(5) / 1000} m</text>`;
}

function north({ width }: Paper): string {
  const x = width - 6;
  return `<path d="M${x} 3L${x + 2} 9L${x} 7.5L${x - 2} 9Z" fill="#000"/><text x="${x}" y="12" font-size="2.5" text-anchor="middle">N</text>`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
