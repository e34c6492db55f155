import { defineServer } from "../../../../kernel/index.ts";
import type { Building } from "../../building.ts";
import { checkEnvelope } from "../../envelope.ts";
import { CHECK_TAKES, GATES } from "../takes.ts";
import { accessibilityCheck } from "./tools/accessibility-check.ts";
import { clashDetection } from "./tools/clash-detection.ts";
import { codeCompliance } from "./tools/code-compliance.ts";
import { dataCompleteness } from "./tools/data-completeness.ts";
import { egressAnalysis } from "./tools/egress-analysis.ts";
import { fireRatingCheck } from "./tools/fire-rating-check.ts";
import { structuralCheck } from "./tools/structural-check.ts";
import { validateConstraints } from "./tools/validate-constraints.ts";

/** What is wrong with a building, as far as it can be told, behind one MCP endpoint. Nothing here changes the model. */
export const validationServer = defineServer<Building>({
  name: "validation",
  title: "Building checks",
  instructions: [
    "Checks of a building: clashes, rules of building codes, access, fire, ways out, structure, and whether all data is there, also against buildingSMART IDS files.",
    "Nothing here changes the model; each run stands in the log under its validation_run_id. dry_run leaves no trace.",
    "A rule answers passed, failed, not_applicable or not_checked with its reason. A model is called compliant only if at least one rule ran and none failed or stayed unchecked. Rules whose text was not verified say so.",
    "Lengths are millimetres, areas m², overlap volumes mm³.",
  ].join("\n"),
  envelope: checkEnvelope,
  takes: CHECK_TAKES,
  gates: GATES,
  tools: [
    accessibilityCheck,
    clashDetection,
    codeCompliance,
    dataCompleteness,
    egressAnalysis,
    fireRatingCheck,
    structuralCheck,
    validateConstraints,
  ],
});
