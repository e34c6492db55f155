import { defineServer } from "../../../../kernel/index.ts";
import type { Building } from "../../building.ts";
import { buildingEnvelope } from "../../envelope.ts";
import { GATES, TAKES } from "../takes.ts";
import { createPlan } from "./tools/create-plan.ts";
import { createSection } from "./tools/create-section.ts";
import { createSheet } from "./tools/create-sheet.ts";
import { exportBcf } from "./tools/export-bcf.ts";
import { exportIfc } from "./tools/export-ifc.ts";
import { generateSchedule } from "./tools/generate-schedule.ts";
import { quantityTakeoff } from "./tools/quantity-takeoff.ts";

/** What is drawn, listed and exported of a building, behind one MCP endpoint. */
export const documentationServer = defineServer<Building>({
  name: "documentation",
  title: "Building documents",
  instructions: [
    "Drawings, schedules, quantities and exports of a building, always of the branch as it stands at the call.",
    "Every document is a file in exports/ of the data folder: answers give file_path and sha256, and the log keeps the hash. Nothing here changes the model.",
    "Agents rehearse unless they pass dry_run: false. Every document needs `reasoning`.",
  ].join("\n"),
  envelope: buildingEnvelope,
  takes: TAKES,
  gates: GATES,
  tools: [generateSchedule, createSection, createPlan, quantityTakeoff, exportIfc, exportBcf, createSheet],
});
