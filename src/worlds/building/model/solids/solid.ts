import type { Shape, Vector } from "../shape/shape.ts";

/** What is known of a solid, in metres, in its own place. */
export interface Solid {
  readonly key: string;
  readonly volume: number;
  /** Of its whole surface. */
  readonly area: number;
  readonly min: Vector;
  readonly max: Vector;
  readonly triangles: number;
  readonly is_empty: boolean;
}

/** Its surface: three coordinates a corner, three corners a triangle. */
export interface SolidMesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

export interface SolidJob {
  readonly shape: Shape;
  readonly key: string;
  readonly withMesh: boolean;
}

/** A mesh that was brought in, as the worker needs it. */
export interface SolidRequest {
  readonly jobs: readonly SolidJob[];
  readonly meshes: ReadonlyMap<string, Uint8Array>;
}

export type SolidAnswer =
  | { readonly solid: Solid; readonly mesh?: SolidMesh }
  /** Why the engine cannot make it. */
  | { readonly failure: string };
