import { chainAlongY, placesOf } from "../drawing/dimension.ts";
import { area, type Drawing, line, type Mark } from "../drawing/drawing.ts";
import type { Pen } from "../drawing/pens.ts";
import { levelMark, scaleBar, viewTitle } from "../drawing/symbols.ts";
import { type Element, measure, type Point, text } from "../element.ts";
import type { Placement, Ring } from "../shape/shape.ts";
import type { SolidMesh } from "../solids/solid.ts";
import { cutOf } from "./cut-surface.ts";
import { fillingLines } from "./filling-lines.ts";
import { facesOf, type SeenFace } from "./seen-faces.ts";
import { seenCorners, type ViewFrame } from "./view-frame.ts";

/** Room around the building for levels, dimensions and what is written below, on paper. */
const [LEFT, RIGHT, ABOVE, BELOW] = [44, 24, 14, 32];
const GROUND_MM = 12;
/** Light construction is not filled where it is cut. */
const LIGHT = new Set(["door", "window"]);

export interface SectionSource {
  readonly title: string;
  readonly frame: ViewFrame;
  /** How far beyond the cut is looked, in metres. */
  readonly depth: number;
  readonly scale: number;
  readonly levels: readonly Element[];
  readonly surfaces: readonly { readonly element: Element; readonly mesh: SolidMesh; readonly at: Placement }[];
}

export interface SectionDrawing {
  readonly drawing: Drawing;
  /** Elements that are cut, in order of id. */
  readonly cut: readonly string[];
}

interface CutElement {
  readonly element: Element;
  readonly rings: readonly Ring[];
}

/** A cut from top to bottom: what is cut, what is seen beyond it, levels with their heights, storeys, ground and scale. */
export function sectionDrawing(source: SectionSource): SectionDrawing {
  const { frame, depth, scale, levels, surfaces, title } = source;
  const cuts: CutElement[] = [];
  const faces: (SeenFace & { readonly element: Element })[] = [];
  for (const { element, mesh, at } of surfaces) {
    const corners = seenCorners(frame, mesh.positions, at);
    const rings = cutOf(corners, mesh.indices);
    if (rings.length > 0) cuts.push({ element, rings });
    for (const face of facesOf(corners, mesh.indices, 0, depth)) faces.push({ ...face, element });
  }
  // What lies farthest is drawn first and covered by what stands before it.
  faces.sort((a, b) => b.far - a.far || b.near - a.near);
  const rings = [...cuts, ...faces].flatMap((one) => one.rings);
  const paper = paperOf(rings, scale);
  const { at } = paper;
  const on = (some: readonly Ring[]) => some.map((ring) => ring.map(at));
  const heavy = cuts.filter(({ element }) => !LIGHT.has(element.type));
  const drawn = (some: readonly CutElement[], pen: Pen) => some.map(({ rings }) => area(pen, ...on(rings)));
  const marks: Mark[] = [
    ...faces.flatMap((face) =>
      face.rings.length === 0
        ? []
        : [
            area("seen", ...on(face.rings)),
            ...(LIGHT.has(face.element.type) ? fillingLines(face.element, face, at) : []),
          ],
    ),
    ...levelMarks(levels, frame, paper),
    ...drawn(heavy, "cutline"),
    ...drawn(heavy, "cut"),
    ...drawn(
      cuts.filter(({ element }) => LIGHT.has(element.type)),
      "frame",
    ),
    ...storeys(levels, frame, paper, rings),
    ...viewTitle([10, 12], title, scale),
    ...scaleBar([paper.width - 70, 9], scale),
  ];
  const drawing = { title, width: paper.width, height: paper.height, marks, scale, origin: paper.origin };
  return { drawing, cut: cuts.map(({ element }) => element.id).sort() };
}

interface SectionPaper {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly origin: Point;
  at(point: Point): Point;
}

function paperOf(rings: readonly Ring[], scale: number): SectionPaper {
  const all = rings.flat();
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const range = (values: readonly number[]) =>
    values.reduce(([low, high], one) => [Math.min(low, one), Math.max(high, one)] as const, [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as const);
  const [[left, right], [low, high]] =
    all.length === 0
      ? ([
          [0, 1],
          [0, 1],
        ] as const)
      : [range(xs), range(ys)];
  const size = (metres: number) => (metres * 1000) / scale;
  return {
    width: Math.max(120, size(right - left) + LEFT + RIGHT),
    height: size(high - low) + ABOVE + BELOW,
    scale,
    origin: [left - (LEFT * scale) / 1000, low - (BELOW * scale) / 1000],
    at: ([x, y]) => [LEFT + size(x - left), BELOW + size(y - low)],
  };
}

/** Where a level is seen; undefined where one looks down on it. */
function heightOf(level: Element, { origin, up }: ViewFrame): number | undefined {
  return up[2] < 0.999 ? undefined : measure(level, "elevation") - origin[2];
}

function levelMarks(levels: readonly Element[], frame: ViewFrame, { at, width }: SectionPaper): Mark[] {
  return levels.flatMap((level) => {
    const height = heightOf(level, frame);
    if (height === undefined) return [];
    const [, y] = at([0, height]);
    const name = text(level, "name") ?? "Level";
    const ground =
      measure(level, "elevation") === 0 ? [line("ground", [LEFT - GROUND_MM, y], [width - RIGHT + GROUND_MM, y])] : [];
    return [...levelMark([LEFT - GROUND_MM - 4, y], width - RIGHT + 6, name, measure(level, "elevation")), ...ground];
  });
}

/** How high each storey is, on the right. */
/** From level to level, and from the last to the top of what is drawn: every end of it is a line one can see. */
function storeys(
  levels: readonly Element[],
  frame: ViewFrame,
  { at, width, scale }: SectionPaper,
  drawn: readonly Ring[],
): Mark[] {
  const known = levels.map((level) => heightOf(level, frame)).filter((height) => height !== undefined);
  const top = drawn.flat().reduce((high, [, y]) => Math.max(high, y), Number.NEGATIVE_INFINITY);
  const heights = [...known, ...(known.some((height) => height < top) ? [top] : [])];
  const places = placesOf(heights).map((height) => at([0, height])[1]);
  return chainAlongY({ places, scale }, width - RIGHT + 14);
}
