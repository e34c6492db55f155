import { defineServer } from "../../../../kernel/index.ts";
import type { Building } from "../../building.ts";
import { buildingEnvelope } from "../../envelope.ts";
import { TAKES } from "../takes.ts";
import { createWall } from "./tools/create-wall.ts";

/** What a building is made of, behind one MCP endpoint. */
export const geometryServer = defineServer<Building>({
  name: "geometry",
  title: "Geometry",
  instructions: [
    "Make and change the parts of a building. Lengths are millimetres, points [x, y]; answers give areas in m² and volumes in m³.",
    "A project, its levels, rooms, beams and stairs are made on the server `model`; questions about space are answered by `spatial`.",
    "Agents rehearse unless they pass dry_run: false. Every change needs `reasoning`. Some need a person's approval (1202): call again with its approval_id.",
    "Geometry follows from parameters: change one with modify_parameter and all that depends on it follows, or nothing changes.",
  ].join("\n"),
  envelope: buildingEnvelope,
  takes: TAKES,
  tools: [createWall],
});
