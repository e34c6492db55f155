import type { Box } from "../shape/bounds.ts";
import type { Shape, Vector } from "../shape/shape.ts";

/** How two bodies are in each other's way. */
export type ClashType = "hard" | "soft" | "clearance" | "duplicate";

/** A body as the search for clashes needs it, in metres. */
export interface ClashBody {
  readonly id: string;
  readonly box: Box;
  readonly isSource: boolean;
  readonly isTarget: boolean;
  /** How far its solid reaches beyond what it stands for: a circle is drawn with corners. */
  readonly bulgeMm?: number;
  /** A solid where it stands, or triangles that enclose nothing and how far they were moved. */
  readonly form: { readonly solid: Shape } | { readonly triangles: string; readonly moved: Vector };
}

export interface ClashRequest {
  readonly bodies: readonly ClashBody[];
  /** Pairs that belong together, by `pairOf`: host and hosted, joined, operand and result. */
  readonly together: ReadonlySet<string>;
  /** An overlap no deeper than this is soft. */
  readonly toleranceMm: number;
  /** Bodies closer than this clash even where they do not overlap. */
  readonly clearanceMm: number;
  /** Triangles by the hash of their bytes. */
  readonly meshes: ReadonlyMap<string, Uint8Array>;
}

/** Lengths in mm, volumes in mm³. What a method cannot measure is null. */
export interface Clash {
  readonly a: string;
  readonly b: string;
  readonly type: ClashType;
  readonly method: "solid" | "mesh";
  readonly location: Vector;
  readonly overlap_volume: number | null;
  readonly penetration: number | null;
  readonly gap: number | null;
}

/** A pair that nothing can be said about, and why. */
export interface Unresolved {
  readonly a: string;
  readonly b: string;
  readonly reason: string;
}

export interface ClashOutcome {
  readonly clashes: readonly Clash[];
  readonly unresolved: readonly Unresolved[];
  /** Pairs whose boxes were compared; of them those whose bodies were. */
  readonly boxTests: number;
  readonly pairTests: number;
  /** Pairs that overlap in their boxes and belong together. */
  readonly together: number;
}

/** What a pair is known by, whichever comes first. */
export function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
