import { defineServer, type Tool } from "../../../../kernel/index.ts";
import { instructionsEnvelope } from "../../envelope.ts";
import type { Instructions } from "../../instructions.ts";
import { measured } from "./measured.ts";
import { prompts } from "./prompts.ts";
import { complete } from "./resources/complete.ts";
import { resources } from "./resources/resources.ts";
import { featureStatus } from "./tools/feature-status.ts";
import { gatesEvaluate } from "./tools/gates-evaluate.ts";
import { healthCheck } from "./tools/health-check.ts";
import { instructionsAdd } from "./tools/instructions-add.ts";
import { instructionsDiff } from "./tools/instructions-diff.ts";
import { instructionsExport } from "./tools/instructions-export.ts";
import { instructionsGet } from "./tools/instructions-get.ts";
import { instructionsGovernanceHash } from "./tools/instructions-governance-hash.ts";
import { instructionsGroom } from "./tools/instructions-groom.ts";
import { instructionsImport } from "./tools/instructions-import.ts";
import { instructionsList } from "./tools/instructions-list.ts";
import { instructionsListScoped } from "./tools/instructions-list-scoped.ts";
import { instructionsReload } from "./tools/instructions-reload.ts";
import { instructionsRemove } from "./tools/instructions-remove.ts";
import { instructionsRepair } from "./tools/instructions-repair.ts";
import { instructionsSearch } from "./tools/instructions-search.ts";
import { integrityVerify } from "./tools/integrity-verify.ts";
import { metaTools } from "./tools/meta-tools.ts";
import { metricsSnapshot } from "./tools/metrics-snapshot.ts";
import { promptReview } from "./tools/prompt-review.ts";
import { usageFlush } from "./tools/usage-flush.ts";
import { usageHotset } from "./tools/usage-hotset.ts";
import { usageTrack } from "./tools/usage-track.ts";

const TOOLS: readonly Tool<Instructions>[] = [
  instructionsList,
  instructionsListScoped,
  instructionsGet,
  instructionsSearch,
  instructionsDiff,
  instructionsExport,
  instructionsImport,
  instructionsAdd,
  instructionsRepair,
  instructionsReload,
  instructionsRemove,
  instructionsGroom,
  instructionsGovernanceHash,
  promptReview,
  integrityVerify,
  gatesEvaluate,
  usageTrack,
  usageHotset,
  usageFlush,
  metricsSnapshot,
  featureStatus,
  metaTools,
  healthCheck,
].map(measured);

/** A whole catalog travels in one message when it is imported. */
const MESSAGE_BYTES_MAX = 32 * 1024 * 1024;

/** The one server of this world. */
export const instructionsServer = defineServer<Instructions>({
  name: "instructions",
  title: "Instruction Index",
  instructions: [
    "A governed catalog of instructions that people and agents work by. The files of a folder are the truth.",
    "Begin with instructions_list_scoped for what applies to a user, workspace or team, instructions_search for words, or instructions_list with summary: true for one line of each.",
    "Follow mandatory and critical entries; recommended and optional ones guide; deprecated ones name their successor.",
    "Keep `hash`: instructions_diff then tells what changed. instructions_governance_hash moves only with governance.",
    "Writing is off unless the operator enables it: meta_tools says whether it is. Call usage_track when one guided you.",
  ].join("\n"),
  envelope: instructionsEnvelope,
  messageBytesMax: MESSAGE_BYTES_MAX,
  ready: { method: "server/ready" },
  legacyMethods: true,
  tools: TOOLS,
  resources,
  prompts,
  complete,
});
