import { z } from "zod";
import type { JsonObject } from "../../../kernel/index.ts";
import type { Where } from "../building.ts";
import { CATEGORIES, categoryOf, type Element, type Point, text } from "../model/element.ts";
import { toMm } from "../model/units.ts";

/** What every answer about a branch tells: which one, and as of which event. */
export const READ = {
  model_id: z.string(),
  branch_id: z.string(),
  model_version: z.int().describe("Place of the last event on its branch: what the answer is taken from"),
};

export function readFrom({ project, branch }: Where): JsonObject {
  return { model_id: project.id, branch_id: branch.id, model_version: branch.head_seq };
}

export const Named = z.object({ element_id: z.string(), category: z.string(), name: z.string().optional() });

/** An element as lists name it. */
export function named(element: Element): { element_id: string; category: string; name?: string } {
  const name = text(element, "name");
  return { element_id: element.id, category: categoryOf(element), ...(name !== undefined && { name }) };
}

export const Categories = z
  .array(z.enum(CATEGORIES))
  .max(CATEGORIES.length)
  .describe("Only elements of these categories; all where it is left out or empty");

/** Whether an element is of one of the categories that were asked for. */
export function isOf(categories: readonly string[] | undefined, element: Element): boolean {
  return categories === undefined || categories.length === 0 || categories.includes(categoryOf(element));
}

export const Page = {
  limit: z.int().min(1).max(1000).default(500).describe("How many ids at most"),
  offset: z.int().min(0).default(0).describe("How many to pass over: next_offset of the page before"),
};

export const PAGED = {
  total: z.int().describe("How many there are in all"),
  truncated: z.boolean().optional(),
  next_offset: z.int().optional(),
};

/** One page of a list. */
export function pageOf<Item>(items: readonly Item[], { limit, offset }: { limit: number; offset: number }) {
  const page = items.slice(offset, offset + limit);
  const next = offset + page.length;
  return {
    page,
    paged: { total: items.length, ...(next < items.length && { truncated: true, next_offset: next }) },
  };
}

export const ShownPoint = z.array(z.number()).describe("[x, y, z] in mm");

export function shownPoint(place: readonly number[]): number[] {
  return place.map(toMm);
}

export function shownPlan([x, y]: Point, z: number): number[] {
  return [toMm(x), toMm(y), toMm(z)];
}
