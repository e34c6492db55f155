import { batchesOf, canonicalJson, list, query, type Sql } from "../../../kernel/index.ts";
import type { Edge, EdgeKey } from "../model/edge.ts";
import { projection } from "./projection.ts";

interface EdgeRow extends Omit<Edge, "nt_weights" | "is_shortcut" | "original_path"> {
  readonly nt_weights: string;
  readonly is_shortcut: number;
  readonly original_path: string;
}

export const EDGES = projection(
  "graph_edge",
  ["source", "target", "edge_type"],
  ["weight", "confidence", "nt_weights", "is_shortcut", "steering_reward", "domain", "original_path"],
);

export type EdgeStore = ReturnType<typeof createEdgeStore>;

const COLUMNS = query`source, target, edge_type, weight, confidence, nt_weights, is_shortcut, steering_reward, domain, original_path`;

/** The only file that knows the table of edges. */
export function createEdgeStore(sql: Sql, tenant: string) {
  /** Every edge with one of these memories at an end. */
  async function around(ids: readonly string[]): Promise<Edge[]> {
    const found = new Map<string, Edge>();
    for (const some of batchesOf(ids)) {
      for (const end of [query`source`, query`target`]) {
        const rows = await sql.all<EdgeRow>(
          query`select ${COLUMNS} from graph_edge where tenant_id = ${tenant} and ${end} in (${list(some)})
            order by source, target, edge_type`,
        );
        for (const row of rows) found.set(`${row.source} ${row.target} ${row.edge_type}`, toEdge(row));
      }
    }
    return [...found.values()];
  }

  /** Edges that lead away from these memories. */
  async function from(ids: readonly string[]): Promise<Edge[]> {
    const found: Edge[] = [];
    for (const some of batchesOf(ids)) {
      const rows = await sql.all<EdgeRow>(
        query`select ${COLUMNS} from graph_edge where tenant_id = ${tenant} and source in (${list(some)})
          order by source, target, edge_type`,
      );
      found.push(...rows.map(toEdge));
    }
    return found;
  }

  /** Every edge, in order, some at a time. */
  async function* all(size = 1000): AsyncGenerator<readonly Edge[]> {
    let [source, target, type] = ["", "", ""];
    for (;;) {
      const rows = await sql.all<EdgeRow>(
        query`select ${COLUMNS} from graph_edge where tenant_id = ${tenant}
          and (source, target, edge_type) > (${source}, ${target}, ${type}) order by source, target, edge_type limit ${size}`,
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(toEdge);
      [source, target, type] = [last.source, last.target, last.edge_type];
    }
  }

  /** Whether there is any. */
  async function any(): Promise<boolean> {
    const row = await sql.first(query`select 1 as one from graph_edge where tenant_id = ${tenant} limit 1`);
    return row !== undefined;
  }

  async function count(): Promise<number> {
    const row = await sql.first<{ edges: number }>(
      query`select count(*) as edges from graph_edge where tenant_id = ${tenant}`,
    );
    return Number(row?.edges ?? 0);
  }

  /** Puts an edge in place of the one with the same ends and type. */
  async function put(edge: Edge, at: number): Promise<void> {
    await sql.run(query`insert into graph_edge (tenant_id, source, target, edge_type, weight, confidence, nt_weights, is_shortcut,
        steering_reward, domain, original_path, created_at)
      values (${tenant}, ${edge.source}, ${edge.target}, ${edge.edge_type}, ${edge.weight}, ${edge.confidence},
        ${canonicalJson(edge.nt_weights)}, ${edge.is_shortcut ? 1 : 0}, ${edge.steering_reward}, ${edge.domain},
        ${canonicalJson(edge.original_path)}, ${at})
      on conflict (tenant_id, source, target, edge_type) do update set weight = excluded.weight,
        confidence = excluded.confidence, nt_weights = excluded.nt_weights, is_shortcut = excluded.is_shortcut,
        steering_reward = excluded.steering_reward, domain = excluded.domain, original_path = excluded.original_path`);
  }

  async function remove({ source, target, edge_type }: EdgeKey): Promise<void> {
    await sql.run(query`delete from graph_edge
      where tenant_id = ${tenant} and source = ${source} and target = ${target} and edge_type = ${edge_type}`);
  }

  return { around, from, all, any, count, put, remove };
}

function toEdge(row: EdgeRow): Edge {
  return {
    ...row,
    nt_weights: JSON.parse(row.nt_weights) as Edge["nt_weights"],
    is_shortcut: row.is_shortcut === 1,
    original_path: JSON.parse(row.original_path) as string[],
  };
}

/** How many edges there are of all users, for people. */
export async function countEdges(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(query`select cast(count(*) as integer) as n from graph_edge`);
  return counted?.n ?? 0;
}
