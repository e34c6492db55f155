import type { Json } from "../../../kernel/index.ts";
import type { Changes } from "./recorded.ts";

/** What is left of an entry once a memory is forgotten; the very same where it says nothing of it. */
export function withoutMemory(payload: Json, id: string): Json {
  if (!JSON.stringify(payload).includes(id)) return payload;
  const { memory, vector, edges, edges_removed, touched, weighed, deleted, restored, ...told } =
    payload as unknown as Changes;
  const isOther = (of: { readonly id: string }): boolean => of.id !== id;
  const isApart = (edge: { readonly source: string; readonly target: string }): boolean =>
    edge.source !== id && edge.target !== id;
  return {
    // Whatever else was told names it at most: an id that stands for nothing tells nothing.
    ...(told as Record<string, Json>),
    ...(memory !== undefined && memory.id !== id && { memory }),
    ...(vector !== undefined && vector.memory_id !== id && { vector }),
    ...(edges && { edges: edges.filter(isApart) }),
    ...(edges_removed && { edges_removed: edges_removed.filter(isApart) }),
    ...(touched && { touched: touched.filter(isOther) }),
    ...(weighed && { weighed: weighed.filter(isOther) }),
    ...(deleted && { deleted: deleted.filter(isOther) }),
    ...(restored && { restored: restored.filter((other) => other !== id) }),
  } as unknown as Json;
}
