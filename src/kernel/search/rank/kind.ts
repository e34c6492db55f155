import type { Unit } from "../../search.ts";
import type { Kind } from "./document.ts";

/** How a unit is ranked: what was said, with its neighbours and speakers; what was written, as prose. */
export function kindOf(unit: Unit | undefined): Kind {
  return unit === "turn" || unit === "memory" ? "turn" : "passage";
}
