import type { ImportHost, JsonObject } from "../../../kernel/index.ts";
import { readMemoryFile, writeMemoryFile } from "../files/memory-file.ts";
import { memoryLines, parseMemoryLines } from "../model/memory/jsonl.ts";
import type { MemoryEntity, MemoryGraph, MemoryRelation } from "../model/memory/nodes.ts";

/** Few enough for a bar that moves, and for others to write in between. */
const BATCH = 500;

/**
 * Brings in what the official memory server kept. A name that is there already, here or earlier in the file, is added
 * to: no line is lost, and the same file again changes nothing.
 */
export async function importMemory(path: string, host: ImportHost): Promise<string> {
  const { entities, relations } = parseMemoryLines(await readMemoryFile(path));
  const isRehearsal = host.options["dry-run"] !== undefined;
  const call = (tool: string, args: JsonObject) =>
    host.call("memory", tool, { ...args, ...(isRehearsal && { dry_run: true }) });
  const total = entities.length + relations.length;
  let [created, added, related, done] = [0, 0, 0, 0];
  for (const some of batches(entities)) {
    const names = new Set<string>();
    const firsts = some.filter(({ name }) => !names.has(name) && names.add(name));
    const fresh = (await call("create_entities", { entities: firsts })) as { entities: MemoryEntity[] };
    created += fresh.entities.length;
    const made = new Set(fresh.entities.map(({ name }) => name));
    const isFirst = new Set(firsts);
    const more = some.filter((node) => !made.has(node.name) || !isFirst.has(node));
    // Rehearsed, nothing that this file creates is there to be added to.
    const known = isRehearsal ? more.filter(({ name }) => !made.has(name)) : more;
    if (known.length > 0) added += await addLines(call, known);
    done += some.length;
    host.progress(done, total, "brought in");
  }
  for (const some of batches(relations)) {
    const fresh = (await call("create_relations", { relations: some })) as { relations: MemoryRelation[] };
    related += fresh.relations.length;
    done += some.length;
    host.progress(done, total, "brought in");
  }
  const what = `${created} entities, ${related} relations and ${added} more observations of entities that were there`;
  return isRehearsal ? `memory: would bring in ${what}; nothing was written` : `memory: ${what} brought in`;
}

async function addLines(
  call: (tool: string, args: JsonObject) => Promise<JsonObject>,
  nodes: readonly MemoryEntity[],
): Promise<number> {
  const observations = nodes.map(({ name, observations: contents }) => ({ entityName: name, contents }));
  const { results } = (await call("add_observations", { observations })) as {
    results: { addedObservations: string[] }[];
  };
  return results.reduce((sum, { addedObservations }) => sum + addedObservations.length, 0);
}

function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH);
}

/** Writes the memory out in the official server's format. */
export async function exportMemory(path: string, host: ImportHost): Promise<string> {
  const graph = (await host.call("memory", "read_graph", {})) as unknown as MemoryGraph;
  await writeMemoryFile(path, memoryLines(graph));
  return `memory: ${graph.entities.length} entities and ${graph.relations.length} relations written`;
}
