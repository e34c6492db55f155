import { area, type Drawing, line, lines, type Mark, words } from "../drawing/drawing.ts";
import type { Pen } from "../drawing/pens.ts";
import { breakLine, northArrow, scaleBar, viewTitle } from "../drawing/symbols.ts";
import { type Element, measure, type Point, text } from "../element.ts";
import type { Ring } from "../shape/shape.ts";
import { plus, times } from "../shape/vectors.ts";
import { around } from "../space/box.ts";
import { elementsOn } from "../space/relations.ts";
import { outlineOf } from "../space/room.ts";
import { type Located, locate } from "../space/space-index.ts";
import type { BranchState } from "../state/branch-state.ts";
import { angledDimensions } from "./angled-dimensions.ts";
import { gridOf } from "./grid-lines.ts";
import { planDimensions, planGrid } from "./plan-dimensions.ts";
import { type PlanPaper, planPaper } from "./plan-paper.ts";
import { type Obstacle, obstacleOf, roomTag } from "./room-tags.ts";
import { type Riser, risersOf } from "./stair-symbol.ts";
import { doorPanels, doorSymbol, isCutAt, thresholdOf, wallCut, windowSymbol } from "./wall-cut.ts";

/** Where a plan is cut, above its level. */
const CUT_M = 1.2;
/** What has no place in a plan of its level: it is cut already, or covers everything. */
const LEFT_OUT = new Set(["roof", "opening"]);
const EMPTY = { min: [0, 0, 0], max: [10, 10, 0] } as const;

/** A plan of one level: what is cut, what lies below and above, rooms with areas, axes, dimensions, scale and north. */
export function planDrawing(state: BranchState, level: Element, scale: number): Drawing {
  const cut = measure(level, "elevation") + CUT_M;
  const located = elementsOn(state, level)
    .filter(({ type }) => !LEFT_OUT.has(type))
    .flatMap((element) => locate(state, element) ?? []);
  const paper = planPaper(around(located.map((one) => one.box)) ?? EMPTY, scale);
  const of = (...types: readonly string[]) => located.filter(({ element }) => types.includes(element.type));
  const elementsOf = (...types: readonly string[]) => of(...types).map(({ element }) => element);
  const walls = elementsOf("wall");
  const pieces = walls.flatMap((wall) => wallCut(state, wall, cut)).map((ring) => ring.map(paper.at));
  const solids = of("column", "boolean").filter((one) => isCut(one, cut));
  const grid = gridOf(state);
  const arriving = stairsFrom(state, level);
  const obstacles = [...obstaclesIn(state, located), ...arriving.map(stairObstacle)];
  const title = text(level, "name") ?? "Level";
  const marks: Mark[] = [
    ...elementsOf("room").map((room) => area("room", outlineOf(room).map(paper.at))),
    ...of("floor").flatMap((one) => outlines(paper, one, "below")),
    ...planGrid(grid, paper),
    ...of("mesh").flatMap((one) => (one.box.min[2] < cut ? outlines(paper, one, "thing") : [])),
    ...elementsOf("stair").flatMap((stair) => stairMarks(paper, stair, CUT_M)),
    ...arriving.flatMap((stair) => stairMarks(paper, stair, Number.POSITIVE_INFINITY)),
    ...pieces.map((ring) => area("cutline", ring)),
    ...solids.flatMap((one) => outlines(paper, one, "cutline")),
    ...pieces.map((ring) => area("cut", ring)),
    ...solids.flatMap((one) => outlines(paper, one, "cut")),
    ...of("beam").flatMap((one) => outlines(paper, one, one.box.min[2] < cut ? "thing" : "above")),
    ...elementsOf("window").flatMap((window) => windowMarks(paper, state, window, cut)),
    ...elementsOf("door").flatMap((door) => doorMarks(paper, state, door)),
    ...planDimensions(state, walls, grid, paper),
    ...angledDimensions(state, walls, paper),
    ...elementsOf("room").flatMap((room) => roomTag(room, obstacles, paper)),
    ...viewTitle([10, 12], title, scale),
    ...scaleBar([paper.width - 70, 9], scale),
    ...northArrow([paper.width - 10, paper.height - 14]),
  ];
  return { title: `${title}, plan`, width: paper.width, height: paper.height, marks, scale, origin: paper.origin };
}

/** Stairs that arrive at a level from below. */
function stairsFrom(state: BranchState, level: Element): readonly Element[] {
  return state.ofType("stair").filter((stair) => text(stair, "top_level") === level.id);
}

function stairObstacle(stair: Element): Obstacle {
  return obstacleOf(risersOf(stair).flatMap(({ left, right }) => [left, right]));
}

function outlines({ at }: PlanPaper, { footprints }: Located, pen: Pen): Mark[] {
  return footprints.map(({ rings }) => area(pen, ...rings.map((ring) => ring.map(at))));
}

function isCut({ box }: Located, height: number): boolean {
  return box.min[2] < height && box.max[2] > height;
}

/** A window that the cut goes through, or dashed where it lies higher. */
function windowMarks({ at }: PlanPaper, state: BranchState, window: Element, cut: number): Mark[] {
  const symbol = windowSymbol(state, window);
  if (symbol === undefined) return [];
  const panes = symbol.lines.map((pane) => pane.map(at));
  if (!isCutAt(state, window, cut)) return [lines("above", panes)];
  return [area("frame", symbol.ring.map(at)), lines("pane", panes)];
}

/** Each leaf stands open, with the way it swings; what slides is drawn beside its opening. */
function doorMarks(paper: PlanPaper, state: BranchState, door: Element): Mark[] {
  const leaves = doorSymbol(state, door).flatMap(({ hinge, open, closed, radius }): Mark[] => {
    const [middle, from, to] = [paper.at(hinge), degreesOf(hinge, open), degreesOf(hinge, closed)];
    const isLeft = (((to - from) % 360) + 360) % 360 < 180;
    const [start, end] = isLeft ? [from, to] : [to, from];
    return [
      line("leaf", middle, paper.at(open)),
      { mark: "arc", pen: "swing", middle, radius: paper.size(radius), from: start, to: end },
    ];
  });
  const sills = thresholdOf(state, door).map((pair) => pair.map(paper.at));
  const panels = doorPanels(state, door).map((ring) => area("frame", ring.map(paper.at)));
  return [lines("threshold", sills), ...panels, ...leaves];
}

function degreesOf(from: Point, to: Point): number {
  return (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
}

/** Steps up to the cut, the rest dashed beyond a break, and an arrow that says which way is up. */
function stairMarks({ at }: PlanPaper, stair: Element, cut: number): Mark[] {
  const risers = risersOf(stair).map((one) => ({ ...one, left: at(one.left), right: at(one.right) }));
  const first = risers.findIndex(({ top }) => top > cut);
  const [below, above] = first < 0 ? [risers, []] : [risers.slice(0, first + 1), risers.slice(first)];
  const drawn = (some: readonly Riser[], pen: Pen): Mark[] =>
    some.length < 2
      ? []
      : [
          lines(
            pen,
            some.filter(({ isCorner }) => !isCorner).map(({ left, right }): Ring => [left, right]),
          ),
          lines(pen, [some.map(({ left }) => left), some.map(({ right }) => right)]),
        ];
  const walk = below.map(({ left, right }) => times(plus(left, right), 0.5));
  const last = below.at(-1);
  const isDown = !Number.isFinite(cut);
  return [
    ...drawn(above, "stairabove"),
    ...drawn(below, "stair"),
    ...arrow(isDown ? [...walk].reverse() : walk, isDown ? "DN" : "UP"),
    ...(above.length > 0 && last !== undefined ? [breakLine(last.left, last.right)] : []),
  ];
}

function arrow(walk: Ring, label: string): Mark[] {
  const [start, end, before] = [walk[0], walk.at(-1), walk.at(-2)];
  if (start === undefined || end === undefined || before === undefined) return [];
  const turn = degreesOf(before, end);
  const head = (by: number): Point => {
    const radians = ((turn + by) * Math.PI) / 180;
    return [end[0] + 1.8 * Math.cos(radians), end[1] + 1.8 * Math.sin(radians)];
  };
  return [
    line("symbol", ...walk),
    line("symbol", head(155), end, head(-155)),
    { mark: "circle", pen: "blank", middle: start, radius: 0.7 },
    words([start[0] + 1.4, start[1] + 1], label, { size: 2.2, isBold: true }),
  ];
}

/** What room tags keep clear of: stairs, columns, things, and the ways doors swing. */
function obstaclesIn(state: BranchState, located: readonly Located[]): Obstacle[] {
  const things = located.filter(({ element }) => ["stair", "column", "mesh", "beam", "wall"].includes(element.type));
  const swings = located
    .filter(({ element }) => element.type === "door")
    .flatMap(({ element }) => doorSymbol(state, element))
    .map(({ hinge, open, closed }) => obstacleOf([hinge, open, closed]));
  const panels = located
    .filter(({ element }) => element.type === "door")
    .flatMap(({ element }) => doorPanels(state, element).map(obstacleOf));
  const footprints = things.flatMap((one) => one.footprints.flatMap(({ rings }) => rings.slice(0, 1)));
  return [...footprints.filter((ring) => ring.length > 0), ...swings, ...panels];
}
