import { z } from "zod";
import { KernelError } from "../../../../kernel/index.ts";
import { MemoryEntity, type MemoryGraph, MemoryRelation } from "./nodes.ts";

const Line = z.discriminatedUnion("type", [
  MemoryEntity.extend({ type: z.literal("entity") }),
  MemoryRelation.extend({ type: z.literal("relation") }),
]);

/** What a memory file of the official server holds; refuses the whole file by the number of its first bad line. */
export function parseMemoryLines(text: string): MemoryGraph {
  const graph: MemoryGraph = { entities: [], relations: [] };
  for (const [n, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = Line.safeParse(jsonOf(line));
    if (!parsed.success) {
      throw new KernelError("invalid_arguments", "A line of the file is neither an entity nor a relation.", {
        line: n + 1,
        problem: parsed.error.issues[0]?.path.join(".") ?? "",
      });
    }
    const { type: _type, ...item } = parsed.data;
    if ("name" in item) graph.entities.push(item);
    else graph.relations.push(item);
  }
  return graph;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The same file again: entities, then relations, each on a line. */
export function memoryLines({ entities, relations }: MemoryGraph): string {
  return [
    ...entities.map(({ name, entityType, observations }) =>
      JSON.stringify({ type: "entity", name, entityType, observations }),
    ),
    ...relations.map(({ from, to, relationType }) => JSON.stringify({ type: "relation", from, to, relationType })),
  ].join("\n");
}
