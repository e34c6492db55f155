import { defineServer } from "../../../../kernel/index.ts";
import type { Building } from "../../building.ts";
import { buildingEnvelope } from "../../envelope.ts";
import { GATES, TAKES } from "../takes.ts";
import { createBeam } from "./tools/create-beam.ts";
import { createBranch } from "./tools/create-branch.ts";
import { createLevel } from "./tools/create-level.ts";
import { createProject } from "./tools/create-project.ts";
import { createRoom } from "./tools/create-room.ts";
import { createStair } from "./tools/create-stair.ts";
import { deleteElements } from "./tools/delete-elements.ts";
import { getElement } from "./tools/get-element.ts";
import { getEventLog } from "./tools/get-event-log.ts";
import { importIfc } from "./tools/import-ifc.ts";
import { listBranches } from "./tools/list-branches.ts";
import { listElements } from "./tools/list-elements.ts";
import { mergeBranch } from "./tools/merge-branch.ts";
import { switchBranch } from "./tools/switch-branch.ts";
import { undo } from "./tools/undo.ts";

/** What holds a building together, behind one MCP endpoint. */
export const modelServer = defineServer<Building>({
  name: "model",
  title: "Building model",
  instructions: [
    "Projects, levels, rooms, beams, stairs, branches, history and undo of building models. Lengths are millimetres.",
    "Begin with create_project, then create_level; walls, floors, doors and windows are made on the server `geometry`.",
    "Agents rehearse unless they pass dry_run: false. Every change needs `reasoning`.",
    "Try things on a branch of your own (create_branch, switch_branch) and bring them back with merge_branch, which a person approves.",
  ].join("\n"),
  envelope: buildingEnvelope,
  takes: TAKES,
  gates: GATES,
  tools: [
    createProject,
    createLevel,
    createRoom,
    createBeam,
    createStair,
    deleteElements,
    createBranch,
    switchBranch,
    mergeBranch,
    listBranches,
    getElement,
    listElements,
    getEventLog,
    undo,
    importIfc,
  ],
});
