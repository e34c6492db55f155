import { defineServer } from "../../../../kernel/index.ts";
import { graphEnvelope } from "../../envelope.ts";
import type { Graph } from "../../graph.ts";
import { readPulse } from "../../read/pulse.ts";
import { abortDream } from "./tools/abort-dream.ts";
import { adjustCoupling } from "./tools/adjust-coupling.ts";
import { adjustNeuromodulator } from "./tools/adjust-neuromodulator.ts";
import { autoBootstrapNorthStar } from "./tools/auto-bootstrap-north-star.ts";
import { computeDeltaSc } from "./tools/compute-delta-sc.ts";
import { computeTeleologicalVector } from "./tools/compute-teleological-vector.ts";
import { discoverSubGoals } from "./tools/discover-sub-goals.ts";
import { fuseEmbeddings } from "./tools/fuse-embeddings.ts";
import { getAlignmentDrift } from "./tools/get-alignment-drift.ts";
import { getAmortizedShortcuts } from "./tools/get-amortized-shortcuts.ts";
import { getAutonomousStatus } from "./tools/get-autonomous-status.ts";
import { getCalibrationMetrics } from "./tools/get-calibration-metrics.ts";
import { getConsciousnessState } from "./tools/get-consciousness-state.ts";
import { getDreamStatus } from "./tools/get-dream-status.ts";
import { getEgoState } from "./tools/get-ego-state.ts";
import { getGraphManifest } from "./tools/get-graph-manifest.ts";
import { getJohariClassification } from "./tools/get-johari-classification.ts";
import { getKuramotoSync } from "./tools/get-kuramoto-sync.ts";
import { getMemeticStatus } from "./tools/get-memetic-status.ts";
import { getNeuromodulationState } from "./tools/get-neuromodulation-state.ts";
import { getPruningCandidates } from "./tools/get-pruning-candidates.ts";
import { getSteeringFeedback } from "./tools/get-steering-feedback.ts";
import { getThresholdStatus } from "./tools/get-threshold-status.ts";
import { getWorkspaceStatus } from "./tools/get-workspace-status.ts";
import { injectContext } from "./tools/inject-context.ts";
import { manageTeleologicalProfile } from "./tools/manage-teleological-profile.ts";
import { omniInfer } from "./tools/omni-infer.ts";
import { searchGraph } from "./tools/search-graph.ts";
import { searchTeleological } from "./tools/search-teleological.ts";
import { storeMemory } from "./tools/store-memory.ts";
import { triggerConsolidation } from "./tools/trigger-consolidation.ts";
import { triggerDream } from "./tools/trigger-dream.ts";
import { triggerDriftCorrection } from "./tools/trigger-drift-correction.ts";
import { triggerRecalibration } from "./tools/trigger-recalibration.ts";
import { triggerWorkspaceBroadcast } from "./tools/trigger-workspace-broadcast.ts";
import { updateSynergyMatrix } from "./tools/update-synergy-matrix.ts";
import { utlStatus } from "./tools/utl-status.ts";

/** The associative memory, behind one MCP endpoint. */
export const graphServer = defineServer<Graph>({
  name: "graph",
  title: "Graph",
  instructions: [
    "An associative memory: each text is kept in 13 spaces (meaning, words, time, causes, names, code and others) and tied to what it is close to.",
    "store_memory keeps a text; inject_context keeps one with the reason it matters and tells what was new about it; search_graph finds.",
    "Every answer carries _cognitive_pulse: how new the last memories were (entropy), how well they hold together (coherence), what was learnt, the quadrant of both and what to do next.",
    "Keys, passwords, tokens, card and social-security numbers are taken out before anything is kept, and the answer says so.",
  ].join("\n"),
  envelope: graphEnvelope,
  listsAliases: true,
  state: readPulse,
  tools: [
    injectContext,
    storeMemory,
    searchGraph,
    getMemeticStatus,
    getGraphManifest,
    utlStatus,
    getConsciousnessState,
    getKuramotoSync,
    getWorkspaceStatus,
    getEgoState,
    triggerWorkspaceBroadcast,
    adjustCoupling,
    getJohariClassification,
    computeDeltaSc,
    getThresholdStatus,
    getCalibrationMetrics,
    triggerRecalibration,
    triggerDream,
    getDreamStatus,
    abortDream,
    getAmortizedShortcuts,
    getNeuromodulationState,
    adjustNeuromodulator,
    getSteeringFeedback,
    omniInfer,
    searchTeleological,
    computeTeleologicalVector,
    fuseEmbeddings,
    updateSynergyMatrix,
    manageTeleologicalProfile,
    autoBootstrapNorthStar,
    getAlignmentDrift,
    triggerDriftCorrection,
    getPruningCandidates,
    triggerConsolidation,
    discoverSubGoals,
    getAutonomousStatus,
  ],
});
