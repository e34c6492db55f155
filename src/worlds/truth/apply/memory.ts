import type { Event, IndexWriter } from "../../../kernel/index.ts";
import { contentKey, countAgain, lineDocument, MEMORY_SPACE, nameKey, relationKey } from "../model/memory/keys.ts";
import {
  MEMORY_ADDED,
  MEMORY_CREATED,
  MEMORY_DELETED,
  MEMORY_OBSERVATIONS_DELETED,
  MEMORY_RELATED,
  MEMORY_RELATIONS_DELETED,
  type MemoryCreated,
  type MemoryDeleted,
  type MemoryLines,
  type MemoryRelated,
} from "../model/memory/recorded.ts";
import { payloadOf } from "../model/recorded.ts";
import type { MemoryLine } from "../store/memory-observation-store.ts";
import type { Stores } from "../store/stores.ts";

type Apply = (event: Event, stores: Stores, index: IndexWriter) => Promise<void>;

/** Entries of the memory server to its tables, and to what can be found in it. */
export const MEMORY_APPLIES: Readonly<Record<string, Apply>> = {
  [MEMORY_CREATED]: applyCreated,
  [MEMORY_RELATED]: applyRelated,
  [MEMORY_ADDED]: applyAdded,
  [MEMORY_DELETED]: applyDeleted,
  [MEMORY_OBSERVATIONS_DELETED]: applyObservationsDeleted,
  [MEMORY_RELATIONS_DELETED]: applyRelationsDeleted,
};

async function applyCreated(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { created } = payloadOf<MemoryCreated>(event);
  const again = countAgain();
  const nodes = created.map(({ name, entityType }) => {
    const key = nameKey(name);
    return { key, again: again(key), name, entity_type: entityType };
  });
  await stores.memoryEntities.insert(event.seq, nodes);
  const lines = created.flatMap(({ observations }, n) =>
    linesOf(nodes[n]?.key ?? "", nodes[n]?.again ?? 0, observations),
  );
  await stores.memoryObservations.insert(event.seq, lines);
  index.put(
    created.flatMap((node) => [
      lineDocument(node, undefined),
      ...node.observations.map((content) => lineDocument(node, content)),
    ]),
  );
}

function linesOf(key: string, again: number, contents: readonly string[]): MemoryLine[] {
  const contentAgain = countAgain();
  return contents.map((content) => {
    const content_key = contentKey(content);
    return { key, again, content_key, content_again: contentAgain(content_key), content };
  });
}

async function applyRelated(event: Event, stores: Stores): Promise<void> {
  const { related } = payloadOf<MemoryRelated>(event);
  const again = countAgain();
  await stores.memoryRelations.insert(
    event.seq,
    related.map((relation) => ({ relation, again: again(relationKey(relation)) })),
  );
}

async function applyAdded(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { lines } = payloadOf<MemoryLines>(event);
  const nodes = await stores.memoryEntities.named(lines.map(({ name }) => name));
  const typeOf = new Map([...nodes].reverse().map(({ name, entity_type }) => [name, entity_type]));
  await stores.memoryObservations.insert(
    event.seq,
    lines.flatMap(({ name, contents }) => linesOf(nameKey(name), 0, contents)),
  );
  index.put(
    lines.flatMap(({ name, contents }) =>
      contents.map((content) => lineDocument({ name, entityType: typeOf.get(name) ?? "" }, content)),
    ),
  );
}

async function applyDeleted(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { deleted } = payloadOf<MemoryDeleted>(event);
  const keys = [...new Set(deleted.map(nameKey))];
  const lines = await stores.memoryObservations.of(keys);
  await stores.memoryEntities.remove(keys);
  await stores.memoryObservations.removeAll(keys);
  await stores.memoryRelations.removeTouching(keys);
  index.remove(MEMORY_SPACE, [...keys, ...lines.map(({ key, content_key }) => `${key}:${content_key}`)]);
}

async function applyObservationsDeleted(event: Event, stores: Stores, index: IndexWriter): Promise<void> {
  const { lines } = payloadOf<MemoryLines>(event);
  for (const { name, contents } of lines) {
    const [key, gone] = [nameKey(name), contents.map(contentKey)];
    await stores.memoryObservations.remove(key, gone);
    // A second node of the same name may say the same.
    const left = new Set((await stores.memoryObservations.of([key])).map(({ content_key }) => content_key));
    index.remove(
      MEMORY_SPACE,
      gone.filter((content) => !left.has(content)).map((content) => `${key}:${content}`),
    );
  }
}

async function applyRelationsDeleted(event: Event, stores: Stores): Promise<void> {
  await stores.memoryRelations.remove([...new Set(payloadOf<MemoryRelated>(event).related.map(relationKey))]);
}
