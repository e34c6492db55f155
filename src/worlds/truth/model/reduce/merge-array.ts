import { canonicalJson, type Json } from "../../../../kernel/index.ts";

/** Provenance of a field that several observations made together. */
const SEPARATOR = ",";

export function contributors(provenance: string): readonly string[] {
  return provenance.split(SEPARATOR);
}

export function joinContributors(a: string, b: string): string {
  return [...new Set([...contributors(a), ...contributors(b)])].sort().join(SEPARATOR);
}

/** The items of two arrays as one set, in canonical order. Nulls are no items. */
export function uniteItems(a: Json, b: Json): readonly Json[] {
  const items = new Map([...itemsOf(a), ...itemsOf(b)].map((item) => [canonicalJson(item), item]));
  return [...items].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, item]) => item);
}

/** A single value stands for an array of one. */
function itemsOf(value: Json): readonly Json[] {
  return (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((item) => item !== null);
}
