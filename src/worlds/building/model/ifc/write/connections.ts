import { type Element, point, text } from "../../element.ts";
import { lengthOf, minus } from "../../shape/vectors.ts";
import { axisOf } from "../../shape/wall.ts";
import { TOLERANCE_M } from "../../units.ts";
import type { Frame } from "./frame.ts";
import type { Products } from "./products.ts";
import type { IfcSource } from "./source.ts";
import { NONE, text as quoted, word } from "./step.ts";

/** Joins of walls as connections of their paths, and of others as connections. */
export function connectAll({ rooted }: Frame, { state }: IfcSource, { refs }: Products): void {
  for (const join of state.ofType("join")) {
    const [first, ...others] = (join.parameters.element_ids as string[]).flatMap((id) => state.get(id) ?? []);
    const relating = refs.get(first?.id ?? "");
    if (first === undefined || relating === undefined) continue;
    others.forEach((other, n) => {
      const related = refs.get(other.id);
      if (related === undefined) return;
      const key = n === 0 ? join.id : `${join.id}/${n}`;
      const said = [quoted(text(join, "join_type")), NONE, NONE, relating, related];
      if (first.type !== "wall" || other.type !== "wall") rooted("IFCRELCONNECTSELEMENTS", key, ...said);
      else {
        const ends = [word(endOf(other, first)), word(endOf(first, other))];
        rooted("IFCRELCONNECTSPATHELEMENTS", key, ...said, "()", "()", ...ends);
      }
    });
  }
}

/** With which end a wall meets another. */
function endOf(wall: Element, other: Element): "ATSTART" | "ATEND" | "ATPATH" {
  const ends = [point(other, "start"), point(other, "end")];
  const { start, end, thickness } = axisOf(wall);
  const meets = (at: typeof start) => ends.some((one) => lengthOf(minus(one, at)) < TOLERANCE_M);
  if (meets(start)) return "ATSTART";
  if (meets(end)) return "ATEND";
  const near = (at: typeof start) => distanceTo(other, at) <= thickness / 2 + TOLERANCE_M;
  return near(start) ? "ATSTART" : near(end) ? "ATEND" : "ATPATH";
}

function distanceTo(wall: Element, at: readonly [number, number]): number {
  const { start, end, length } = axisOf(wall);
  const along = minus(end, start);
  const away = minus(at, start);
  return Math.abs(along[0] * away[1] - along[1] * away[0]) / length;
}
