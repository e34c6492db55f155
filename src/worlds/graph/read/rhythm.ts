import type { Graph } from "../graph.ts";

const PHASES: Readonly<Record<string, string>> = { NREM: "NREM", REM: "REM" };

/** Whether it is awake or dreams, and where the common rhythm of the spaces stood when it was last moved. */
export async function readRhythm({ state }: Graph): Promise<{ consolidation_phase: string; phase_angle: number }> {
  const dreams = await state.get("dreams");
  const oscillators = await state.get("oscillators");
  const phases = Array.isArray(oscillators?.phases) ? (oscillators.phases as number[]) : [];
  const sum = (of: (phase: number) => number): number => phases.reduce((total, phase) => total + of(phase), 0);
  return {
    consolidation_phase: PHASES[String(dreams?.state)] ?? "Wake",
    // From 0 to half a turn and back: the angle bounces at both ends.
    phase_angle: phases.length === 0 ? 0 : Math.abs(Math.atan2(sum(Math.sin), sum(Math.cos))),
  };
}
