import { type Json, type JsonObject, sha256, wholeEnd } from "../../../kernel/index.ts";
import type { Entity } from "./entity.ts";

/** A document of more characters than this is indexed in parts: neither a posting list nor a vector gains from more. */
const PART_CHARS_MAX = 4000;

/** What an entity can be found by: its name, its type in words, and every value it has, facts before fragments. */
export function entityText(entity: Pick<Entity, "canonical_name" | "entity_type" | "snapshot" | "fragments">): string {
  const values = [...valuesIn(entity.snapshot), ...valuesIn(entity.fragments)];
  const known = new Set([entity.canonical_name]);
  const rest = values.filter((value) => !known.has(value) && known.add(value));
  return [entity.canonical_name, entity.entity_type.replaceAll("_", " "), ...rest].join("\n");
}

/** The words and numbers of a value, down to its leaves. True, false and null tell nothing by themselves. */
export function* valuesIn(value: Json | undefined): Iterable<string> {
  if (typeof value === "string") {
    if (value.trim() !== "") yield value;
  } else if (typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null) {
    for (const inner of Array.isArray(value) ? value : Object.values(value as JsonObject)) yield* valuesIn(inner);
  }
}

/** A long text in parts, cut where a line or at least a word ends. */
export function partsOf(text: string, charsMax = PART_CHARS_MAX): string[] {
  return [...eachPart(text, charsMax)];
}

/** The same one after the other, for whoever may not want all of a long text. */
export function* eachPart(text: string, charsMax: number): Iterable<string> {
  let from = 0;
  while (text.length - from > charsMax) {
    const end = from + cutPlace(text.slice(from, wholeEnd(text, from + charsMax)));
    yield text.slice(from, end);
    from = end;
  }
  yield text.slice(from);
}

/** Where a full stretch is best cut: after a paragraph, a line or a word of its second half. */
function cutPlace(stretch: string): number {
  for (const mark of ["\n\n", "\n", " "]) {
    const at = stretch.lastIndexOf(mark);
    if (at >= stretch.length / 2) return at + mark.length;
  }
  return stretch.length;
}

/** A past version is known by its words: the same words again are the same version. */
export function versionId(entityId: string, text: string): string {
  return `${entityId}@${sha256(text).slice(0, 16)}`;
}
