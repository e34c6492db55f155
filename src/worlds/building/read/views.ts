import type { JsonObject } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import { refuse } from "../model/codes.ts";
import type { Drawing } from "../model/drawing/drawing.ts";
import { categoryOf, isBuilt } from "../model/element.ts";
import { isUuid } from "../model/ids.ts";
import { type ScheduleAsked, scheduleOf } from "../model/lists/schedule.ts";
import { type Table, tableDrawing } from "../model/lists/table.ts";
import { planDrawing } from "../model/plan/plan-drawing.ts";
import { type DocumentCreated, SCHEDULE_GENERATED, VIEW_CREATED } from "../model/recorded.ts";
import { type SectionDrawing, sectionDrawing } from "../model/section/section-drawing.ts";
import { viewAlong } from "../model/section/view-frame.ts";
import type { Vector } from "../model/shape/shape.ts";
import type { BranchState } from "../model/state/branch-state.ts";
import { absorbedBy } from "./describe-element.ts";
import { type Surface, solidsOf, surfacesOf } from "./made-solids.ts";
import { requireLevel } from "./require.ts";

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

/** The surfaces of all that can be looked at, in order of id. */
export async function shownSurfaces(building: Building, state: BranchState): Promise<readonly Surface[]> {
  const elements = [...state.all()].filter(
    (one) => isBuilt(one) && !UNSEEN.has(one.type) && absorbedBy(state, one) === undefined,
  );
  const surfaces = await surfacesOf(building, state, elements);
  return [...surfaces].sort((a, b) => (a.element.id < b.element.id ? -1 : 1));
}

/** A section of a branch as it stands. */
export async function sectionView(
  building: Building,
  { state }: Where,
  { cut_plane, depth, scale, title }: SectionDefinition,
): Promise<SectionDrawing> {
  const surfaces = await shownSurfaces(building, state);
  const metres = cut_plane.origin.map((value) => value / 1000) as unknown as Vector;
  return sectionDrawing({
    title,
    frame: viewAlong(metres, cut_plane.normal as unknown as Vector),
    depth: depth / 1000,
    scale,
    levels: state.ofType("level"),
    surfaces,
  });
}

/** A schedule of a branch as it stands. */
export async function scheduleView(building: Building, { state }: Where, asked: ScheduleAsked): Promise<Table> {
  const listed = [...state.all()].filter((element) => categoryOf(element) === asked.category);
  return scheduleOf(state, asked, await solidsOf(building, state, listed));
}

/** What a view or a schedule of this project was asked for. */
export async function requireView(building: Building, { project }: Where, id: string): Promise<JsonObject> {
  if (!isUuid(id)) throw refuse("bad_id", "A view's id is a UUID, as the tools return it", { argument: "views" });
  const entry = await building.stores.events.about(id.toLowerCase(), [VIEW_CREATED, SCHEDULE_GENERATED]);
  const branch = entry && (await building.stores.branches.find(entry.branch_id));
  if (entry === undefined || branch?.project_id !== project.id)
    throw refuse("view_not_found", "There is no view or schedule with this id in this project", { view_id: id });
  return (JSON.parse(entry.payload) as DocumentCreated).document;
}

/** Draws a view anew, from the branch as it stands. */
export async function drawView(building: Building, where: Where, definition: JsonObject): Promise<Drawing> {
  switch (definition.view_type) {
    case "plan":
      return planDrawing(where.state, requireLevel(where, String(definition.level_id)), Number(definition.scale));
    case "section":
      return (await sectionView(building, where, definition as unknown as SectionDefinition)).drawing;
    default:
      return tableDrawing(await scheduleView(building, where, definition as unknown as ScheduleAsked));
  }
}
