import type { JsonObject } from "../../../kernel/index.ts";
import type { Graph } from "../graph.ts";

/** A row of state as what it is; undefined while nothing was ever said of it. */
export async function rowOf<Row>(graph: Pick<Graph, "state">, name: string): Promise<Row | undefined> {
  return (await graph.state.get(name)) as unknown as Row | undefined;
}

/** Several rows by name. */
export async function rowsNamed(
  graph: Pick<Graph, "state">,
  names: readonly string[],
): Promise<Record<string, JsonObject | undefined>> {
  const found: Record<string, JsonObject | undefined> = {};
  for (const name of names) found[name] = await graph.state.get(name);
  return found;
}
