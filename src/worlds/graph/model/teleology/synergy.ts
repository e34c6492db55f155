import type { JsonObject } from "../../../../kernel/index.ts";
import { SPACE_COUNT } from "../spaces/names.ts";

/** How much two spaces say together before anything was learned: weak, middling or strong, as the contract has it. */
const BASE_ROWS = [
  "1 .6 .3 .6 .9 .6 .6 .3 .3 .6 .9 .9 .6",
  ".6 1 .9 .6 .3 .3 .3 .6 .9 .9 .3 .6 .3",
  ".3 .9 1 .9 .3 .3 .9 .3 .6 .3 .3 .6 .3",
  ".6 .6 .9 1 .6 .9 .9 .3 .6 .3 .9 .9 .3",
  ".9 .3 .3 .6 1 .6 .3 .6 .6 .6 .9 .3 .3",
  ".6 .3 .3 .9 .6 1 .9 .9 .3 .3 .6 .6 .9",
  ".6 .3 .9 .9 .3 .9 1 .6 .3 .3 .3 .6 .6",
  ".3 .6 .3 .3 .6 .9 .6 1 .6 .3 .6 .3 .3",
  ".3 .9 .6 .6 .6 .3 .3 .6 1 .9 .3 .6 .3",
  ".6 .9 .3 .3 .6 .3 .3 .3 .9 1 .6 .3 .3",
  ".9 .3 .3 .9 .9 .6 .3 .6 .3 .6 1 .6 .3",
  ".9 .6 .6 .9 .3 .6 .6 .3 .6 .3 .6 1 .9",
  ".6 .3 .3 .3 .3 .9 .6 .3 .3 .3 .3 .9 1",
];

export type SynergyMatrix = readonly (readonly number[])[];

export const BASE_SYNERGY: SynergyMatrix = BASE_ROWS.map((row) => row.split(" ").map(Number));

/** A correlation weaker than this says nothing. */
const SILENT_BELOW = 0.01;

/** The row `synergy`. */
export interface Synergy {
  readonly matrix: SynergyMatrix;
  readonly updates: number;
}

/** The synergy as it was learned; as it is at first where nothing was. */
export function synergyOf(row: JsonObject | undefined): SynergyMatrix {
  return (row as unknown as Synergy | undefined)?.matrix ?? BASE_SYNERGY;
}

/** How much each two spaces say together: 78 numbers, those of the first space first. */
export function correlationsOf(alignments: readonly number[], synergy: SynergyMatrix): number[] {
  const correlations: number[] = [];
  for (let one = 0; one < SPACE_COUNT; one++) {
    for (let other = one + 1; other < SPACE_COUNT; other++) {
      const both = Math.max(0, alignments[one] ?? 0) * Math.max(0, alignments[other] ?? 0);
      const correlation = Math.sqrt(both) * (synergy[one]?.[other] ?? 0);
      correlations.push(correlation < SILENT_BELOW ? 0 : correlation);
    }
  }
  return correlations;
}
