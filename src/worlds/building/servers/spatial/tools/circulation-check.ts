import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building, Where } from "../../../building.ts";
import { refuse } from "../../../model/codes.ts";
import { type Element, measure, type Point } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { blocks, gapsAt, obstaclesAt } from "../../../model/space/obstacles.ts";
import { findWay, type Way } from "../../../model/space/walking-grid.ts";
import { BOUNDS_M, fromMm, toMm } from "../../../model/units.ts";
import { Named, named, READ, readFrom, ShownPoint, shownPlan } from "../../../read/answers.ts";
import { requireLevel } from "../../../read/require.ts";

const Place = z.array(z.number()).min(2).max(3);
/** How near a height must be to a level's to be meant. */
const NEAR_M = 1.5;

const REASONS: Readonly<Record<Extract<Way, { failure: string }>["failure"], string>> = {
  start: "Nobody can stand at the start: it lies within an obstacle.",
  end: "Nobody can stand at the end: it lies within an obstacle.",
  between: "Walls or other obstacles close every way between the two.",
  too_large: "The level is too large to be searched for a way: it covers more than 60 000 m².",
};

export const circulationCheck = defineTool({
  name: "circulation_check",
  title: "Check whether one can walk there",
  description: [
    "Searches a way on foot between two points of one level, around walls, columns and furniture, with all doors open.",
    "Whoever walks keeps half of clearance_width from everything; a narrower door is closed to them.",
    "obstacles are the elements that stand across the straight line. reachable is false where no way is found.",
    "For ways through several storeys use path_finding.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    start: Place.describe("[x, y] or [x, y, z] in mm"),
    end: Place.describe("[x, y] or [x, y, z] in mm"),
    level_id: ElementId.optional().describe("The level to walk on; else the one nearest to z, else the lowest"),
    clearance_width: z.number().min(100).max(5000).default(600).describe("How wide the way must be, in mm"),
    ...WHERE,
  }),
  output: z.object({
    reachable: z.boolean(),
    distance: z.number().nullable().describe("Along the way, in mm"),
    path: z.array(ShownPoint),
    obstacles: z.array(Named).describe("What stands across the straight line, nearest to the start first"),
    level_id: z.string().nullable(),
    clearance_width: z.number(),
    grid: z
      .number()
      .nullable()
      .describe(
        "How fine was searched, in mm: the way may be longer than the shortest by about as much at each corner",
      ),
    ...READ,
  }),
  async run({ start, end, level_id, clearance_width, ...asked }, building: Building) {
    const where = await building.where(asked);
    const [from, to] = [inPlan(start, "start"), inPlan(end, "end")];
    const level = levelAt(where, level_id, [start[2], end[2]]);
    const elevation = level === undefined ? 0 : measure(level, "elevation");
    const clearance = fromMm(clearance_width) / 2;
    const plan = { min: [-BOUNDS_M, -BOUNDS_M, 0], max: [BOUNDS_M, BOUNDS_M, 0] } as const;
    const obstacles = obstaclesAt(where.state, elevation, plan);
    const way = findWay({ obstacles, gaps: gapsAt(where.state, elevation, plan), clearance }, from, to);
    const isFound = !("failure" in way);
    if (!isFound && way.failure === "too_large") throw refuse("out_of_range", REASONS.too_large);
    return {
      reachable: isFound,
      distance: isFound ? toMm(way.distance) : null,
      path: isFound ? way.points.map((at) => shownPlan(at, elevation)) : [],
      obstacles: acrossLine(obstacles, from, to, clearance).map(named),
      level_id: level?.id ?? null,
      clearance_width,
      grid: isFound ? toMm(way.cell) : null,
      warnings: isFound ? [] : [REASONS[way.failure]],
      ...readFrom(where),
    };
  },
});

function inPlan([x = 0, y = 0]: readonly number[], argument: string): Point {
  const at: Point = [fromMm(x), fromMm(y)];
  if (at.every((value) => Math.abs(value) <= BOUNDS_M)) return at;
  throw refuse("outside_bounds", "A model reaches at most 10 km from its origin", { argument });
}

/** The level that is walked on. Both ends must be meant to lie on the same. */
function levelAt(where: Where, id: string | undefined, heights: readonly (number | undefined)[]): Element | undefined {
  if (id !== undefined) return requireLevel(where, id);
  const levels = where.state.ofType("level").sort((a, b) => measure(a, "elevation") - measure(b, "elevation"));
  const meant = heights.map((height) => (height === undefined ? undefined : nearest(levels, fromMm(height))));
  const [start, end] = [meant[0] ?? meant[1] ?? levels[0], meant[1] ?? meant[0] ?? levels[0]];
  if (start?.id === end?.id) return start;
  throw refuse("out_of_range", "start and end lie on different levels: use path_finding between their rooms", {
    argument: "end",
  });
}

function nearest(levels: readonly Element[], height: number): Element | undefined {
  const away = (level: Element) => Math.abs(measure(level, "elevation") - height);
  const [best] = [...levels].sort((a, b) => away(a) - away(b));
  if (best === undefined || away(best) <= NEAR_M) return best;
  throw refuse("level_not_found", "There is no level near this height: name one with level_id");
}

function acrossLine(obstacles: ReturnType<typeof obstaclesAt>, from: Point, to: Point, clearance: number): Element[] {
  const found = new Map<string, { element: Element; away: number }>();
  for (const obstacle of obstacles) {
    if (!blocks(obstacle, from, to, clearance)) continue;
    const away = Math.min(...obstacle.ring.map(([x, y]) => Math.hypot(x - from[0], y - from[1])));
    const known = found.get(obstacle.element.id);
    if (known === undefined || away < known.away) found.set(obstacle.element.id, { element: obstacle.element, away });
  }
  return [...found.values()]
    .sort((a, b) => a.away - b.away || (a.element.id < b.element.id ? -1 : 1))
    .map(({ element }) => element);
}
