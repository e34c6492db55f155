import pg from "pg";
import { KernelError } from "../errors.ts";
import type { Line } from "./postgres-lines.ts";
import { sayWhose } from "./postgres-whose.ts";

/** What a database of a Citus cluster is. */
export interface Cluster {
  /** Only there are tables made and changed. */
  readonly isCoordinator: boolean;
  /** Whether the tables lie on the workers already. */
  readonly isDistributed: boolean;
}

/** The cluster that this database is part of, or undefined where it is a server of its own. */
export async function findCluster(ask: Line["ask"]): Promise<Cluster | undefined> {
  const { rows } = await ask("select to_regclass('pg_catalog.pg_dist_partition') is not null as is_cluster");
  if (rows[0]?.is_cluster !== true) return undefined;
  const { rows: found } = await ask(
    `select (select groupid from pg_dist_local_group) as node, (select count(*) from pg_dist_node) as nodes,
       exists (select 1 from pg_dist_partition where logicalrelid = to_regclass(quote_ident(current_schema()) || '.event')) as is_distributed`,
  );
  const { node, nodes, is_distributed } = found[0];
  // An extension that was made and never given a worker changes nothing.
  if (nodes === 0 && !is_distributed) return undefined;
  return { isCoordinator: node === 0, isDistributed: is_distributed };
}

/** Refuses to change tables anywhere but where Citus allows it. */
export function refuseWorker(cluster: Cluster | undefined): void {
  if (cluster === undefined || cluster.isCoordinator) return;
  throw new KernelError(
    "storage_refused",
    "This server is a worker of a cluster, and its tables are made and changed at the coordinator: run `bailiwick cluster init` with the coordinator's address first",
  );
}

/**
 * Begins a transaction on a cluster so that whose it is, and how long it waits, holds on the workers too. Citus sends each
 * of them the whole text that a setting stands in: so each is a text of its own. Asked at once they travel together.
 */
export function beginOnCluster(
  mode: string,
  whose: string,
  settings: Readonly<Record<string, number>>,
): readonly string[] {
  const said = Object.entries(settings).map(([setting, value]) => `set local ${setting} = ${value}`);
  return [`begin ${mode}`, "set local citus.propagate_set_commands = 'local'", ...sayWhose(whose, undefined), ...said];
}

/**
 * A commit is durable where the rows are. What a session says of that does not reach a worker that commits, so every
 * server must have it in its own settings; one that cannot be reached commits nothing.
 */
export async function requireDurableWorkers(ask: Line["ask"]): Promise<void> {
  const { rows } = await ask(
    `select nodeid, result from run_command_on_all_nodes(
       $$select current_setting('synchronous_commit') || ' ' || current_setting('fsync')$$) where success`,
  );
  const unsafe = rows.filter(({ result }) => !/^(?:on|remote_apply) on$/.test(result)).map(({ nodeid }) => nodeid);
  if (unsafe.length === 0) return;
  throw new KernelError(
    "storage_refused",
    "A server of the cluster acknowledges commits that are not on its disk: set synchronous_commit = on and fsync = on on every one",
    { nodes: unsafe },
  );
}

/** Locks a lane wherever one is connected: a row lies on one server, an advisory lock on each. */
export const lockLane = (lane: string): string =>
  `select 1 as held from write_lane where tenant_id = ${pg.escapeLiteral(lane)} for update`;

/** A lane that nobody has written in yet. Of two who make it, one waits for the other. */
export const makeLane = (lane: string): string =>
  `insert into write_lane (tenant_id) values (${pg.escapeLiteral(lane)}) on conflict (tenant_id) do nothing`;
