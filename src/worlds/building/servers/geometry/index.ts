import { defineServer } from "../../../../kernel/index.ts";
import type { Building } from "../../building.ts";
import { buildingEnvelope } from "../../envelope.ts";
import { GATES, TAKES } from "../takes.ts";
import { booleanOperation } from "./tools/boolean-operation.ts";
import { copyElement } from "./tools/copy-element.ts";
import { createColumn } from "./tools/create-column.ts";
import { createFloor } from "./tools/create-floor.ts";
import { createOpening } from "./tools/create-opening.ts";
import { createRoof } from "./tools/create-roof.ts";
import { createWall } from "./tools/create-wall.ts";
import { joinElements } from "./tools/join-elements.ts";
import { modifyParameter } from "./tools/modify-parameter.ts";
import { moveElement } from "./tools/move-element.ts";
import { placeDoor } from "./tools/place-door.ts";
import { placeWindow } from "./tools/place-window.ts";

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
  gates: GATES,
  tools: [
    createWall,
    createFloor,
    createRoof,
    createColumn,
    createOpening,
    placeDoor,
    placeWindow,
    booleanOperation,
    joinElements,
    modifyParameter,
    moveElement,
    copyElement,
  ],
});
