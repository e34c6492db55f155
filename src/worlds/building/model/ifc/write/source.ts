import type { Placement } from "../../shape/shape.ts";
import type { Solid, SolidMesh } from "../../solids/solid.ts";
import type { BranchState } from "../../state/branch-state.ts";

/** The editions that are written, by the contract's names. */
export const IFC_SCHEMAS = {
  IFC2x3: { id: "IFC2X3", view: "CoordinationView_V2.0" },
  IFC4: { id: "IFC4", view: "ReferenceView_V1.2" },
  "IFC4.3": { id: "IFC4X3_ADD2", view: "ReferenceView_V1.2" },
} as const;

export type IfcSchemaName = keyof typeof IFC_SCHEMAS;

/** What a file is written of: a branch at one event, with its solids made. */
export interface IfcSource {
  readonly project: { readonly id: string; readonly name: string; readonly description: string | null };
  readonly state: BranchState;
  readonly schema: IfcSchemaName;
  /** The view definition that the header names. */
  readonly view: string;
  readonly fileName: string;
  readonly author: string;
  readonly atMs: number;
  /** By the ids of elements. */
  readonly solids: ReadonlyMap<string, Solid>;
  /** Surfaces of those that no single extrusion comes to, each with the frame it is given in. */
  readonly meshes: ReadonlyMap<string, { readonly mesh: SolidMesh; readonly at: Placement }>;
}
