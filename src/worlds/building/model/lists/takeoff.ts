import { categoryOf, type Element, isBuilt, text } from "../element.ts";
import { levelOf } from "../shape/levels.ts";
import type { Solid } from "../solids/solid.ts";
import type { BranchState } from "../state/branch-state.ts";
import { rounded, toMm } from "../units.ts";
import { type Measures, measuresOfElement } from "./measures.ts";
import type { Table } from "./table.ts";

export const GROUPINGS = ["category", "level", "material", "type"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Air: it is only counted where it is asked for by name. */
const AIR = new Set(["Rooms", "Openings"]);
const NONE = "none";

/** How much there is of something: what its elements do not have is null. */
export interface Quantity {
  readonly group: string;
  readonly category: string;
  readonly count: number;
  readonly length: number | null;
  readonly area: number | null;
  readonly volume: number | null;
}

/** Elements that a takeoff counts. */
export function countedIn(state: BranchState, categories: readonly string[]): Element[] {
  const isAsked = (element: Element) =>
    categories.length === 0 ? !AIR.has(categoryOf(element)) : categories.includes(categoryOf(element));
  return [...state.all()].filter((one) => isBuilt(one) && isAsked(one)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Quantities of each group and category, in order of both. */
export function takeoffOf(
  state: BranchState,
  elements: readonly Element[],
  grouping: Grouping,
  solids: ReadonlyMap<string, Solid>,
): Quantity[] {
  const groups = new Map<string, { group: string; category: string; measures: Measures[] }>();
  for (const element of elements) {
    const [group, category] = [groupOf(state, element, grouping), categoryOf(element)];
    const key = JSON.stringify([group, category]);
    const known = groups.get(key) ?? { group, category, measures: [] };
    known.measures.push(measuresOfElement(state, element, solids.get(element.id)));
    groups.set(key, known);
  }
  return [...groups.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { group, category, measures }]) => {
      const sum = (name: keyof Measures): number | null => {
        const values = measures.flatMap((one) => one[name] ?? []);
        return values.length === 0 ? null : values.reduce((all, one) => all + one, 0);
      };
      const [length, area, volume] = [sum("length"), sum("area"), sum("volume")];
      return {
        group,
        category,
        count: measures.length,
        length: length === null ? null : toMm(length),
        area: area === null ? null : rounded(area),
        volume: volume === null ? null : rounded(volume),
      };
    });
}

function groupOf(state: BranchState, element: Element, grouping: Grouping): string {
  switch (grouping) {
    case "category":
      return categoryOf(element);
    case "level": {
      const level = levelOf(state, element);
      return level === undefined ? NONE : (text(level, "name") ?? level.id);
    }
    case "material":
      return text(element, "material") ?? NONE;
    case "type":
      return text(element, `${element.type}_type`) ?? element.type;
  }
}

export function takeoffTable(quantities: readonly Quantity[], grouping: Grouping): Table {
  return {
    title: `Quantities by ${grouping}`,
    columns: [
      { name: grouping, isSummed: false },
      { name: "category", isSummed: false },
      { name: "count", isSummed: true },
      { name: "length", unit: "mm", isSummed: false },
      { name: "area", unit: "m2", isSummed: false },
      { name: "volume", unit: "m3", isSummed: true },
    ],
    rows: quantities.map(({ group, category, count, length, area, volume }) => ({
      id: "",
      cells: [group, category, count, length, area, volume],
    })),
  };
}
