import { nameKey } from "../model/memory/keys.ts";
import type { MemoryEntity, MemoryGraph } from "../model/memory/nodes.ts";
import type { MemoryNode } from "../store/memory-entity-store.ts";
import type { Stores } from "../store/stores.ts";

/** The whole memory, in the order in which it was told. */
export async function readGraph(stores: Stores): Promise<MemoryGraph> {
  const nodes = await stores.memoryEntities.all();
  return { entities: await withLines(stores, nodes, undefined), relations: await stores.memoryRelations.all() };
}

/** Nodes by their exact names, with every relation that begins or ends at one of them. */
export async function openNodes(stores: Stores, names: readonly string[]): Promise<MemoryGraph> {
  return graphOf(stores, await stores.memoryEntities.named(names));
}

export async function graphOf(stores: Stores, nodes: readonly MemoryNode[]): Promise<MemoryGraph> {
  const keys = [...new Set(nodes.map(({ key }) => key))];
  return {
    entities: await withLines(stores, nodes, keys),
    relations: await stores.memoryRelations.touching(keys),
  };
}

async function withLines(
  { memoryObservations }: Stores,
  nodes: readonly MemoryNode[],
  keys: readonly string[] | undefined,
): Promise<MemoryEntity[]> {
  const lines = new Map<string, string[]>();
  for (const { key, again, content } of await memoryObservations.of(keys)) {
    const of = lines.get(`${key} ${again}`);
    if (of === undefined) lines.set(`${key} ${again}`, [content]);
    else of.push(content);
  }
  return nodes.map(({ key, again, name, entity_type }) => ({
    name,
    entityType: entity_type,
    observations: lines.get(`${key} ${again}`) ?? [],
  }));
}

/** Those whose name, type or lines hold the text as it stands, whatever its case: what the original finds. */
export function holding({ entities, relations }: MemoryGraph, text: string): MemoryGraph {
  const wanted = text.toLowerCase();
  const holds = (words: string) => words.toLowerCase().includes(wanted);
  const found = entities.filter(
    ({ name, entityType, observations }) => holds(name) || holds(entityType) || observations.some(holds),
  );
  const keys = new Set(found.map(({ name }) => nameKey(name)));
  return {
    entities: found,
    relations: relations.filter(({ from, to }) => keys.has(nameKey(from)) || keys.has(nameKey(to))),
  };
}
