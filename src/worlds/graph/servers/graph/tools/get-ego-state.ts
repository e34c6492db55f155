import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { describeDetection, EGO_THRESHOLDS, isCrisis, trajectoryLength } from "../../../model/mind/ego.ts";
import { AnySession, Thirteen } from "../../../model/mind/inputs.ts";
import { identityStatus, mindNow } from "../../../read/mind.ts";

const Detection = z.object({
  identity_coherence: z.number(),
  previous_status: z.string(),
  current_status: z.string(),
  status_changed: z.boolean(),
  entering_crisis: z.boolean(),
  entering_critical: z.boolean(),
  recovering: z.boolean(),
  time_since_last_event_ms: z.number().nullable(),
  can_emit_event: z.boolean(),
});

export const getEgoState = defineTool({
  name: "get_ego_state",
  title: "Look at what the graph is about",
  description: [
    "The purpose of the graph as its memories drew it, and how steadily: identity coherence is the cosine between its last two purposes, times how far the oscillators are in step.",
    "Healthy above 0.9, Warning from 0.7, Degraded from 0.5, Critical below. Before the first memory there is no identity: null.",
  ].join("\n"),
  effect: "read",
  input: z.object({ session_id: AnySession }),
  output: z.object({
    purpose_vector: Thirteen,
    identity_coherence: z.number().nullable(),
    coherence_with_actions: z.number().nullable(),
    identity_status: z.string(),
    trajectory_length: z.int(),
    thresholds: z.object({
      healthy: z.number(),
      warning: z.number(),
      degraded: z.number(),
      critical: z.number(),
    }),
    identity_continuity: z.object({
      ic: z.number().nullable(),
      status: z.string(),
      in_crisis: z.boolean(),
      history_len: z.int(),
      last_detection: Detection.nullable(),
    }),
  }),
  async run(_input, graph: Graph) {
    const { ego, purpose, identity } = await mindNow(graph);
    const detection = ego?.detection ?? null;
    return {
      purpose_vector: purpose,
      identity_coherence: identity,
      coherence_with_actions: ego?.coherence_with_actions ?? null,
      identity_status: identityStatus(identity),
      trajectory_length: trajectoryLength(ego),
      thresholds: EGO_THRESHOLDS,
      identity_continuity: {
        ic: identity,
        status: identityStatus(identity),
        in_crisis: identity !== null && isCrisis(identity),
        history_len: trajectoryLength(ego),
        last_detection: detection === null ? null : describeDetection(detection),
      },
    };
  },
});
