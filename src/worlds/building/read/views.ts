import type { Building, Where } from "../building.ts";
import { isBuilt } from "../model/element.ts";
import { type SectionDrawing, sectionDrawing } from "../model/section/section-drawing.ts";
import { viewAlong } from "../model/section/view-frame.ts";
import type { Vector } from "../model/shape/shape.ts";
import { absorbedBy } from "./describe-element.ts";
import { surfacesOf } from "./made-solids.ts";

/** What a section was asked for, in mm. */
export interface SectionDefinition {
  readonly view_type: "section";
  readonly cut_plane: { readonly origin: readonly number[]; readonly normal: readonly number[] };
  readonly depth: number;
  readonly scale: number;
  readonly title: string;
}

/** Air: nothing to be cut. */
const UNSEEN = new Set(["room", "opening"]);

/** A section of a branch as it stands. */
export async function sectionView(
  building: Building,
  { state }: Where,
  { cut_plane, depth, scale, title }: SectionDefinition,
): Promise<SectionDrawing> {
  const elements = [...state.all()].filter(
    (one) => isBuilt(one) && !UNSEEN.has(one.type) && absorbedBy(state, one) === undefined,
  );
  const surfaces = await surfacesOf(building, state, elements);
  const metres = cut_plane.origin.map((value) => value / 1000) as unknown as Vector;
  return sectionDrawing({
    title,
    frame: viewAlong(metres, cut_plane.normal as unknown as Vector),
    depth: depth / 1000,
    scale,
    levels: state.ofType("level"),
    surfaces: [...surfaces].sort((a, b) => (a.element.id < b.element.id ? -1 : 1)),
  });
}
