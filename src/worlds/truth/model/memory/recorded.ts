import type { JsonObject } from "../../../../kernel/index.ts";
import type { MemoryEntity, MemoryRelation } from "./nodes.ts";

// What the log says of the memory server. An entry holds what changed, so replay asks nothing but the entry.

export const MEMORY_CREATED = "memory.created";
export const MEMORY_RELATED = "memory.related";
export const MEMORY_ADDED = "memory.added";
export const MEMORY_DELETED = "memory.deleted";
export const MEMORY_OBSERVATIONS_DELETED = "memory.observations_deleted";
export const MEMORY_RELATIONS_DELETED = "memory.relations_deleted";

export interface MemoryCreated {
  readonly created: readonly MemoryEntity[];
}
export interface MemoryRelated {
  readonly related: readonly MemoryRelation[];
}
/** Lines of text for entities that are there, by name. */
export interface MemoryLines {
  readonly lines: readonly { readonly name: string; readonly contents: readonly string[] }[];
}
/** Entities go with every relation that names them. */
export interface MemoryDeleted {
  readonly deleted: readonly string[];
}

type MemoryPayload = MemoryCreated | MemoryRelated | MemoryLines | MemoryDeleted;

export function toMemoryPayload(payload: MemoryPayload): JsonObject {
  return { ...payload } as unknown as JsonObject;
}

export function isMemory({ kind }: { readonly kind: string }): boolean {
  return kind.startsWith("memory.");
}

/** How many things an entry of the memory changes. */
export function memoryElements(payload: unknown): number {
  const lists = Object.values((payload ?? {}) as Record<string, unknown>);
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}
