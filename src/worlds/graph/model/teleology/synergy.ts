import type { JsonObject } from "../../../../kernel/index.ts";
import { SPACE_COUNT } from "../spaces/names.ts";

/** How much two spaces strengthen each other before anything was learnt: 3 little, 6 some, 9 much, in tenths. */
const BASE_TENTHS = [
  "A 6 3 6 9 6 6 3 3 6 9 9 6",
  "6 A 9 6 3 3 3 6 9 9 3 6 3",
  "3 9 A 9 3 3 9 3 6 3 3 6 3",
  "6 6 9 A 6 9 9 3 6 3 9 9 3",
  "9 3 3 6 A 6 3 6 6 6 9 3 3",
  "6 3 3 9 6 A 9 9 3 3 6 6 9",
  "6 3 9 9 3 9 A 6 3 3 3 6 6",
  "3 6 3 3 6 9 6 A 6 3 6 3 3",
  "3 9 6 6 6 3 3 6 A 9 3 6 3",
  "6 9 3 3 6 3 3 3 9 A 6 3 3",
  "9 3 3 9 9 6 3 6 3 6 A 6 3",
  "9 6 6 9 3 6 6 3 6 3 6 A 9",
  "6 3 3 3 3 9 6 3 3 3 3 9 A",
] as const;

export type SynergyMatrix = readonly (readonly number[])[];

const BASE_SYNERGY: SynergyMatrix = BASE_TENTHS.map((row) =>
  row.split(" ").map((cell) => Number.parseInt(cell, 16) / 10),
);

/** The matrix as it was last learnt, or as it is before anything was. */
export function synergyOf(row: JsonObject | undefined): SynergyMatrix {
  return (row?.matrix as SynergyMatrix | undefined) ?? BASE_SYNERGY;
}

/** The 78 pairs of two spaces, by the first and then the second. */
export const PAIRS: readonly (readonly [number, number])[] = Array.from({ length: SPACE_COUNT }, (_, one) =>
  Array.from({ length: SPACE_COUNT - one - 1 }, (__, at) => [one, one + at + 1] as const),
).flat();
