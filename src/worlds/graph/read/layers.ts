import type { Graph } from "../graph.ts";
import { ACTIVITY, activityFrom } from "../model/utl/activity.ts";

/** Each layer by both its names, what it does here, and the time the contract allows it. */
export const LAYERS = [
  {
    key: "perception",
    name: "Perception",
    constitution: "L1_Sensing",
    budget: "5 ms",
    description: "Takes secrets out of what comes in and embeds it in 13 spaces.",
  },
  {
    key: "memory",
    name: "Memory",
    constitution: "L2_Reflex",
    budget: "100 us",
    description: "Keeps memories and their fingerprints, and finds them again.",
  },
  {
    key: "reasoning",
    name: "Reasoning",
    constitution: "L3_Memory",
    budget: "1 ms",
    description: "Ties memories by meaning, time, cause and names, and follows the ties.",
  },
  {
    key: "action",
    name: "Action",
    constitution: "L4_Learning",
    budget: "10 ms",
    description: "Learns from feedback: synergy of spaces, thresholds, modulators.",
  },
  {
    key: "meta",
    name: "Meta",
    constitution: "L5_Coherence",
    budget: "10 ms",
    description: "Watches the whole: rhythm, goals, dreams and drift.",
  },
] as const;

export type LayerKey = (typeof LAYERS)[number]["key"];

/** Whether each layer has anything to work with yet. */
export async function readLayers(graph: Graph): Promise<Record<LayerKey, "active" | "idle">> {
  const { interactions } = activityFrom(await graph.state.get(ACTIVITY));
  const { memories } = await graph.features.totals();
  const hasState = async (...names: string[]): Promise<boolean> => {
    for (const name of names) if ((await graph.state.get(name)) !== undefined) return true;
    return false;
  };
  const status = (isActive: boolean): "active" | "idle" => (isActive ? "active" : "idle");
  return {
    perception: status(interactions > 0),
    memory: status(memories > 0),
    reasoning: status(await graph.edges.any()),
    action: status(await hasState("synergy", "thresholds", "modulators")),
    meta: status(await hasState("oscillators", "goals", "dreams")),
  };
}
