import { refuse } from "../codes.ts";
import { type Element, measure } from "../element.ts";
import { voidsOf, type WallVoid } from "../shape/voids.ts";
import { clearSpan } from "../shape/wall.ts";
import type { Elements } from "../state/branch-state.ts";
import { TOLERANCE_M, toMm } from "../units.ts";
import type { Changed } from "./changed.ts";

/** Doors, windows and openings lie wholly in their wall, clear of its joined ends and of each other. */
export function checkWallVoids(elements: Elements, wall: Element, changed: Changed): void {
  const voids = voidsOf(elements, wall);
  if (voids.length === 0) return;
  const [from, to] = clearSpan(elements, wall);
  const height = measure(wall, "height");
  for (const one of voids) {
    const isInside =
      one.offset >= from - TOLERANCE_M &&
      one.offset + one.width <= to + TOLERANCE_M &&
      one.base + one.height <= height + TOLERANCE_M;
    if (isInside) continue;
    const isOwn = changed.has(one.id);
    throw refuse(
      isOwn ? "opening_exceeds_host" : "leaves_host",
      isOwn ? "It does not fit into its wall" : "Something in this wall would no longer fit into it",
      {
        element_id: one.id,
        host_id: wall.id,
        clear_from_mm: toMm(from),
        clear_to_mm: toMm(to),
        wall_height_mm: toMm(height),
      },
    );
  }
  checkOverlaps(wall, voids);
}

function checkOverlaps(wall: Element, voids: readonly WallVoid[]): void {
  const inOrder = [...voids].sort((a, b) => a.offset - b.offset || (a.id < b.id ? -1 : 1));
  inOrder.forEach((one, n) => {
    for (const next of inOrder.slice(n + 1)) {
      if (next.offset >= one.offset + one.width - TOLERANCE_M) break;
      const isAbove =
        next.base >= one.base + one.height - TOLERANCE_M || one.base >= next.base + next.height - TOLERANCE_M;
      if (isAbove) continue;
      throw refuse("openings_overlap", "Two openings of one wall would overlap", {
        host_id: wall.id,
        element_ids: [one.id, next.id],
      });
    }
  });
}

/** In a wall an opening is placed along it, in a floor by its middle. */
export function checkOpening(elements: Elements, opening: Element): void {
  const host = elements.get(String(opening.parameters.host_id));
  const asked = host?.type === "wall" ? "offset" : "location";
  if (opening.parameters[asked] === undefined) {
    throw refuse("missing_parameter", `An opening in a ${host?.type ?? "host"} needs ${asked}`, { argument: asked });
  }
  const other = asked === "offset" ? "location" : "offset";
  if (opening.parameters[other] === undefined) return;
  throw refuse("unknown_parameter", `An opening in a ${host?.type ?? "host"} has no ${other}`, { argument: other });
}
