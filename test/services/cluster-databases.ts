import { Client } from "pg";

// A database of a cluster is one of each of its servers, under one name.

/** The addresses of one database at every server of a Citus cluster, the coordinator's first, commas between them. */
export const GIVEN_CLUSTER = "BAILIWICK_TEST_CLUSTER";

/** Says that the suites that run on PostgreSQL are to run on that cluster. */
export const SUITES_ON_CLUSTER = "BAILIWICK_TEST_SUITES_ON_CLUSTER";

/** The servers that a test database lies on; none where it lies on one server as ever. */
export function clusterServers(): readonly string[] {
  if (process.env[SUITES_ON_CLUSTER] !== "yes") return [];
  return (process.env[GIVEN_CLUSTER] ?? "").split(",").filter((address) => address !== "");
}

/** Makes an empty database at every server and tells the coordinator of the others. */
export async function createClusterDatabase(servers: readonly string[], name: string): Promise<void> {
  for (const server of servers) {
    await at(
      server,
      `drop database if exists "${name}" with (force)`,
      `create database "${name}" template template0`,
      // Two to a worker show all that more would, and each costs files of every table.
      `alter database "${name}" set citus.shard_count = ${2 * (servers.length - 1)}`,
    );
    await at(named(server, name), "create extension citus");
  }
  const [coordinator = "", ...workers] = servers;
  const place = (address: string) => `'${new URL(address).hostname}', ${new URL(address).port || 5432}`;
  await at(
    named(coordinator, name),
    `select citus_set_coordinator_host(${place(coordinator)})`,
    ...workers.map((worker) => `select citus_add_node(${place(worker)})`),
    "create extension vector",
  );
}

/** Nobody may be connected to what is copied, and Citus itself is, to every database that lets it. */
export async function closeClusterTemplate(servers: readonly string[], template: string): Promise<void> {
  for (const server of servers)
    await at(
      server,
      `alter database "${template}" with allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
    );
}

/** Copies what every server has of a database: where its tables lie is told by rows, and those are copied too. */
export async function copyClusterDatabase(servers: readonly string[], name: string, template: string): Promise<void> {
  await Promise.all(servers.map((server) => at(server, `create database "${name}" template "${template}"`)));
}

export async function renameClusterDatabase(servers: readonly string[], name: string, to: string): Promise<void> {
  for (const server of servers) await at(server, `alter database "${name}" rename to "${to}"`);
}

export async function dropClusterDatabase(servers: readonly string[], name: string): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      // Citus itself comes back to every database that lets it, also between the end of its session and the drop.
      await at(server, `update pg_database set datallowconn = false where datname = '${name}'`);
      await at(server, `drop database if exists "${name}" with (force)`);
    }),
  );
}

const named = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function at(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
