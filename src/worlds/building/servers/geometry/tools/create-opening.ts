import { z } from "zod";
import { refuse } from "../../../model/codes.ts";
import { measure } from "../../../model/element.ts";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { elevationOf } from "../../../model/shape/levels.ts";
import { dot, minus, unit } from "../../../model/shape/vectors.ts";
import { axisOf } from "../../../model/shape/wall.ts";
import { fromMm, TOLERANCE_M, toMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { newElement } from "../../../write/create.ts";
import { hosted, requireHost } from "../../../write/host.ts";
import { CHANGED } from "../../answers.ts";

export const createOpening = defineChange({
  name: "create_opening",
  title: "Create an opening",
  description: [
    "Cut a rectangular hole through a wall or a floor. In a wall say offset and base_height, or location [x, y, z] of the middle of its lower edge; in a floor say location, its middle.",
    "Refused where it leaves its host (1101), overlaps another opening (1103) or the host cannot have one (1102).",
    "For doors and windows use place_door and place_window: they cut their own opening.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf("opening", ["host_id", "width", "height"], { opening_type: "rectangular" }, [
      "offset",
      "base_height",
      "name",
    ]),
    location: z.array(z.number()).min(2).max(3).optional().describe("[x, y] in a floor, [x, y, z] in a wall; in mm"),
    ...WHERE,
  }),
  output: z.object({ opening_id: z.string(), host_id: z.string(), ...CHANGED }),
  async plan({ location, ...input }, where, building) {
    const given: Record<string, unknown> = { ...input };
    const host = await requireHost(building, where, String(given.host_id), ["wall", "floor"]);
    if (location !== undefined && given.offset !== undefined) {
      throw refuse("unknown_parameter", "Say where it lies once: by offset or by location", { argument: "location" });
    }
    if (host.type === "wall") {
      if (location !== undefined) {
        const { start, end, thickness } = axisOf(host);
        const at = location.map(fromMm) as [number, number, number?];
        const [to, way] = [minus([at[0], at[1]], start), unit(minus(end, start))];
        const along = dot(to, way);
        if (Math.abs(way[0] * to[1] - way[1] * to[0]) > thickness / 2 + TOLERANCE_M) {
          throw refuse("opening_exceeds_host", "location lies beside the wall, not in it", {
            argument: "location",
            host_id: host.id,
          });
        }
        given.offset = toMm(along - fromMm(Number(given.width)) / 2);
        const foot = elevationOf(where.state, host) + measure(host, "base_offset");
        given.base_height ??= at[2] === undefined ? 0 : toMm(at[2] - foot);
      }
      given.base_height ??= 0;
    } else if (location !== undefined) given.location = location.slice(0, 2);
    const opening = newElement(building, "opening", given);
    return { ...hosted(opening, host), answer: () => ({ opening_id: opening.id, host_id: host.id }) };
  },
});
