import type { Region, Touched } from "../permission.ts";
import type { PermissionScope } from "./record.ts";

/** By which word of a scope what a call touches is limited. */
const LISTS = [
  ["categories", "categories"],
  ["levels", "levels"],
  ["branch_patterns", "branches"],
  ["entity_types", "entity_types"],
  ["collections", "collections"],
] as const;

/** A word of a scope that does not cover something. */
export interface Outside {
  readonly word: string;
  /** False where nothing is known in this respect: then nothing covers it. */
  readonly isKnown: boolean;
}

/** The word of the scope that does not cover this; undefined where all do. */
export function outside(scope: PermissionScope, touched: Touched): Outside | undefined {
  for (const [word, of] of LISTS) {
    const allowed = scope[word];
    if (allowed === undefined) continue;
    const names = touched[of];
    if (names === undefined) return { word, isKnown: false };
    if (!names.every((name) => matchesAny(allowed, name))) return { word, isKnown: true };
  }
  const { regions } = scope;
  if (regions === undefined) return undefined;
  const boxes = touched.regions;
  const covers = boxes?.every((box) => regions.some((region) => isInside(box, region))) ?? false;
  return covers ? undefined : { word: "regions", isKnown: boxes !== undefined };
}

/** Whether it limits more than the server: then what a call touches must be known. */
export function isNarrow(scope: PermissionScope): boolean {
  return Object.keys(scope).some((word) => word !== "servers" && scope[word as keyof PermissionScope] !== undefined);
}

export function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matches(pattern, name));
}

/** `*` stands for any letters; everything else for itself. Takes time that grows with the name and no faster. */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

/** A corner without height is at every height. */
function isInside(box: Region, region: Region): boolean {
  return region.min.every((low, axis) => {
    const high = region.max[axis] ?? low;
    const [from, to] = [box.min[axis], box.max[axis]];
    return from === undefined || to === undefined ? false : from >= low && to <= high;
  });
}
