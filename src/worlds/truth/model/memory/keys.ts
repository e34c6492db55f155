import { canonicalJson, type SearchDocument, sha256 } from "../../../../kernel/index.ts";
import type { MemoryRelation } from "./nodes.ts";

/** Where the memory is looked for; what it holds is apart from the entities of the truth server. */
export const MEMORY_SPACE = "truth_memory";

const KEY_DIGITS = 32;

/** What a name is found by: names may be of any length, and case counts. */
export function nameKey(name: string): string {
  return sha256(name).slice(0, KEY_DIGITS);
}

export function contentKey(content: string): string {
  return sha256(content).slice(0, KEY_DIGITS);
}

export function relationKey({ from, to, relationType }: MemoryRelation): string {
  return sha256(canonicalJson([from, to, relationType])).slice(0, KEY_DIGITS);
}

/** Counts how often each key came before: the same thing twice in one call is kept twice, as the original does. */
export function countAgain(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return n;
  };
}

/** A line by which a node is found: each has its name and type with it, so that it says by itself what it is about. */
export function lineDocument(node: { name: string; entityType: string }, content: string | undefined): SearchDocument {
  const key = nameKey(node.name);
  return {
    space: MEMORY_SPACE,
    id: content === undefined ? key : `${key}:${contentKey(content)}`,
    unit: "entity",
    group: key,
    text: [node.name, node.entityType, ...(content === undefined ? [] : [content])].join("\n"),
  };
}
