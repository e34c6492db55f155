import { defineServer } from "../../../../kernel/index.ts";
import type { Building } from "../../building.ts";
import { buildingEnvelope } from "../../envelope.ts";
import { GATES, TAKES } from "../takes.ts";
import { resources } from "./resources/index.ts";
import { adjacencyMatrix } from "./tools/adjacency-matrix.ts";
import { boundingAnalysis } from "./tools/bounding-analysis.ts";
import { circulationCheck } from "./tools/circulation-check.ts";
import { levelElements } from "./tools/level-elements.ts";
import { pathFinding } from "./tools/path-finding.ts";
import { relationshipQuery } from "./tools/relationship-query.ts";
import { roomAnalysis } from "./tools/room-analysis.ts";
import { spatialQuery } from "./tools/spatial-query.ts";

/** Where things stand in a building, behind one MCP endpoint. Nothing here changes anything. */
export const spatialServer = defineServer<Building>({
  name: "spatial",
  title: "Building space",
  instructions: [
    "Questions about where things stand in a building: rooms and their neighbours, ways on foot, what a box holds, what bounds or carries what.",
    "Every answer is taken from the present state of the branch and says of which event (`model_version`). Nothing here changes the model.",
    "Lengths are millimetres, areas m², volumes m³. Rooms and levels are made on the server `model`, walls and doors on `geometry`.",
  ].join("\n"),
  envelope: buildingEnvelope,
  takes: TAKES,
  gates: GATES,
  resources,
  tools: [
    adjacencyMatrix,
    boundingAnalysis,
    circulationCheck,
    levelElements,
    pathFinding,
    relationshipQuery,
    roomAnalysis,
    spatialQuery,
  ],
});
