import type { Graph } from "../graph.ts";

const PHASES = { nrem: "NREM", rem: "REM", waking: "Wake" } as const;

/** Whether it is awake or dreams, and where the common rhythm of the spaces stood when it was last moved. */
export async function readRhythm({
  state,
  dreaming,
  tenant,
}: Graph): Promise<{ consolidation_phase: string; phase_angle: number }> {
  const dream = dreaming.get(tenant);
  const oscillators = await state.get("oscillators");
  const phases = Array.isArray(oscillators?.phases) ? (oscillators.phases as number[]) : [];
  const sum = (of: (phase: number) => number): number => phases.reduce((total, phase) => total + of(phase), 0);
  return {
    consolidation_phase: dream === undefined ? "Wake" : PHASES[dream.state],
    // From 0 to half a turn and back: the angle bounces at both ends.
    phase_angle: phases.length === 0 ? 0 : Math.abs(Math.atan2(sum(Math.sin), sum(Math.cos))),
  };
}
