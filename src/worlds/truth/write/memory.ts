import { refuse } from "../errors.ts";
import { nameKey, relationKey } from "../model/memory/keys.ts";
import type { MemoryEntity, MemoryRelation } from "../model/memory/nodes.ts";
import {
  MEMORY_ADDED,
  MEMORY_CREATED,
  MEMORY_DELETED,
  MEMORY_OBSERVATIONS_DELETED,
  MEMORY_RELATED,
  MEMORY_RELATIONS_DELETED,
  toMemoryPayload,
} from "../model/memory/recorded.ts";
import { openNodes } from "../read/memory-graph.ts";
import type { Truth } from "../truth.ts";

// What changes nothing leaves no entry. The results are the original's: only what was new.

/** Keeps the nodes whose names are not there yet. */
export async function createNodes(truth: Truth, entities: readonly MemoryEntity[]): Promise<MemoryEntity[]> {
  const known = new Set((await truth.memoryEntities.named(entities.map(({ name }) => name))).map(({ name }) => name));
  const created = entities.filter(({ name }) => !known.has(name));
  if (created.length > 0) await truth.scope.record({ kind: MEMORY_CREATED, payload: toMemoryPayload({ created }) });
  return created;
}

/** Keeps the relations that are not there yet; their ends need not be known. */
export async function relateNodes(truth: Truth, relations: readonly MemoryRelation[]): Promise<MemoryRelation[]> {
  const known = await truth.memoryRelations.among(relations.map(relationKey));
  const related = relations.filter((relation) => !known.has(relationKey(relation)));
  if (related.length > 0) await truth.scope.record({ kind: MEMORY_RELATED, payload: toMemoryPayload({ related }) });
  return related;
}

export interface ToAdd {
  readonly entityName: string;
  readonly contents: readonly string[];
}

/** Adds to nodes what they do not say yet; all or nothing, where one of them is not there. */
export async function addToNodes(
  truth: Truth,
  additions: readonly ToAdd[],
): Promise<{ entityName: string; addedObservations: string[] }[]> {
  const { entities } = await openNodes(
    truth,
    additions.map(({ entityName }) => entityName),
  );
  // Of several nodes with one name it is the first that is added to.
  const said = new Map([...entities].reverse().map(({ name, observations }) => [name, new Set(observations)]));
  const results = additions.map(({ entityName, contents }) => {
    const of = said.get(entityName);
    if (of === undefined) throw refuse("ENTITY_NOT_FOUND", "There is no node with this name.", { name: entityName });
    const addedObservations = contents.filter((content) => !of.has(content));
    for (const content of addedObservations) of.add(content);
    return { entityName, addedObservations };
  });
  const lines = results
    .filter(({ addedObservations }) => addedObservations.length > 0)
    .map(({ entityName, addedObservations }) => ({ name: entityName, contents: addedObservations }));
  if (lines.length > 0) await truth.scope.record({ kind: MEMORY_ADDED, payload: toMemoryPayload({ lines }) });
  return results;
}

/** Deletes nodes with their lines, and every relation that names one of them. */
export async function deleteNodes(truth: Truth, names: readonly string[]): Promise<void> {
  const deleted = [...new Set(names)];
  const isThere =
    (await truth.memoryEntities.named(deleted)).length > 0 ||
    (await truth.memoryRelations.touching(deleted.map(nameKey))).length > 0;
  if (isThere) await truth.scope.record({ kind: MEMORY_DELETED, payload: toMemoryPayload({ deleted }) });
}

export interface ToDelete {
  readonly entityName: string;
  readonly observations: readonly string[];
}

export async function deleteFromNodes(truth: Truth, deletions: readonly ToDelete[]): Promise<void> {
  const { entities } = await openNodes(
    truth,
    deletions.map(({ entityName }) => entityName),
  );
  const said = new Map([...entities].reverse().map(({ name, observations }) => [name, new Set(observations)]));
  const lines = deletions
    .map(({ entityName, observations }) => ({
      name: entityName,
      contents: [...new Set(observations)].filter((content) => said.get(entityName)?.has(content)),
    }))
    .filter(({ contents }) => contents.length > 0);
  if (lines.length === 0) return;
  await truth.scope.record({ kind: MEMORY_OBSERVATIONS_DELETED, payload: toMemoryPayload({ lines }) });
}

export async function deleteRelationsOf(truth: Truth, relations: readonly MemoryRelation[]): Promise<void> {
  const known = await truth.memoryRelations.among(relations.map(relationKey));
  const related = relations.filter((relation) => known.has(relationKey(relation)));
  if (related.length === 0) return;
  await truth.scope.record({ kind: MEMORY_RELATIONS_DELETED, payload: toMemoryPayload({ related }) });
}
