import { defineServer, defineWorld, type Tool, type World } from "../../kernel/index.ts";
import type { InstructionsOptions } from "./config.ts";
import { importDemo } from "./demo/import-demo.ts";
import { instructionsEnvelope } from "./envelope.ts";
import { createHouse, type Instructions, openInstructions } from "./instructions.ts";
import { firstSeen } from "./migrations/001-first-seen.ts";
import { measured } from "./servers/instructions/measured.ts";
import { prompts } from "./servers/instructions/prompts.ts";
import { complete, resources } from "./servers/instructions/resources/resources.ts";
import { featureStatus } from "./servers/instructions/tools/feature-status.ts";
import { gatesEvaluate } from "./servers/instructions/tools/gates-evaluate.ts";
import { healthCheck } from "./servers/instructions/tools/health-check.ts";
import { instructionsAdd } from "./servers/instructions/tools/instructions-add.ts";
import { instructionsDiff } from "./servers/instructions/tools/instructions-diff.ts";
import { instructionsExport } from "./servers/instructions/tools/instructions-export.ts";
import { instructionsGet } from "./servers/instructions/tools/instructions-get.ts";
import { instructionsGovernanceHash } from "./servers/instructions/tools/instructions-governance-hash.ts";
import { instructionsGroom } from "./servers/instructions/tools/instructions-groom.ts";
import { instructionsImport } from "./servers/instructions/tools/instructions-import.ts";
import { instructionsList } from "./servers/instructions/tools/instructions-list.ts";
import { instructionsListScoped } from "./servers/instructions/tools/instructions-list-scoped.ts";
import { instructionsReload } from "./servers/instructions/tools/instructions-reload.ts";
import { instructionsRemove } from "./servers/instructions/tools/instructions-remove.ts";
import { instructionsRepair } from "./servers/instructions/tools/instructions-repair.ts";
import { instructionsSearch } from "./servers/instructions/tools/instructions-search.ts";
import { integrityVerify } from "./servers/instructions/tools/integrity-verify.ts";
import { metaTools } from "./servers/instructions/tools/meta-tools.ts";
import { metricsSnapshot } from "./servers/instructions/tools/metrics-snapshot.ts";
import { promptReview } from "./servers/instructions/tools/prompt-review.ts";
import { usageFlush } from "./servers/instructions/tools/usage-flush.ts";
import { usageHotset } from "./servers/instructions/tools/usage-hotset.ts";
import { usageTrack } from "./servers/instructions/tools/usage-track.ts";
import { importInstructions } from "./write/import-instructions.ts";

export type { InstructionsEnvironment, InstructionsOptions } from "./config.ts";

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

const server = defineServer<Instructions>({
  name: "instructions",
  title: "Instruction Index",
  instructions: [
    "A governed catalog of instructions that people and agents work by. The files of a folder are the truth.",
    "Begin with instructions_list_scoped for what applies to a user, workspace or team, or instructions_search for words.",
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

/** Makes the instructions world: JSON files are canonical, everything else here follows from them. */
export function createInstructions(options: InstructionsOptions): World<Instructions> {
  const house = createHouse(options);
  return defineWorld<Instructions>({
    name: "instructions",
    servers: [server],
    migrations: [firstSeen],
    projections: [],
    open: (scope) => openInstructions(house, scope, TOOLS),
    apply: async () => {},
    importers: { instructions: (path, host) => importInstructions(house, path, host) },
    demo: (host) => importDemo(house, host),
    async close({ derive }) {
      await house.usage.close(house.env, derive);
      house.catalog.close();
    },
  });
}
