import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import {
  closeClusterTemplate,
  clusterServers,
  copyClusterDatabase,
  createClusterDatabase,
  dropClusterDatabase,
  renameClusterDatabase,
} from "./cluster-databases.ts";
import { installPackages } from "./packages.ts";
import { fastFolder } from "./run-folder.ts";

const runFile = promisify(execFile);

const PROGRAMS = ["initdb", "pg_ctl", "postgres"];
const DEBIAN_VERSIONS = "/usr/lib/postgresql";
const START_TRIES = 3;
const IS_ROOT = process.getuid?.() === 0;

/** Waits until its input closes, which the system does for us however the test run ends, even by SIGKILL. */
const WATCHDOG = `
cat
if [ -f "$2/data/postmaster.pid" ]; then
  "$1/pg_ctl" -D "$2/data" stop -m fast -t 20 || "$1/pg_ctl" -D "$2/data" stop -m immediate
fi
rm -rf "$2"
`;

export interface RunningPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

export interface MissingPostgres {
  /** Why, and what to install. */
  readonly unavailable: string;
}

/**
 * Starts a real server of this machine's PostgreSQL: empty, on loopback only. It writes and orders its log as ever, and
 * is spared only the disk: no test pulls the plug of the machine that the server runs on.
 */
export async function startPostgres(): Promise<RunningPostgres | MissingPostgres> {
  const programs = findPrograms() ?? (await installPrograms());
  return typeof programs === "string" ? start(programs) : programs;
}

/** Names a server to use instead: its user may make databases and roles, and what it makes is gone with the run. */
export const GIVEN_SERVER = "BAILIWICK_TEST_POSTGRES";

/** A server that somebody else runs. */
export async function useServer(url: string): Promise<RunningPostgres> {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      "select rolcreatedb and rolcreaterole or rolsuper as may from pg_roles where rolname = current_user",
    );
    if (rows[0]?.may !== true)
      throw new Error(`The user of ${GIVEN_SERVER} must be allowed to make databases and roles`);
  });
  return { url, stop: async () => {} };
}

/** Makes a database with nothing in it, in place of one of that name, and returns its URL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  checkName(name);
  const servers = clusterServers();
  if (servers.length > 0) {
    await createClusterDatabase(servers, name);
    return urlOf(url, name);
  }
  return withClient(url, async (client) => {
    await client.query(`drop database if exists "${name}" with (force)`);
    await client.query(`create database "${name}" template template0`);
    return urlOf(url, name);
  });
}

/** Makes a database as a copy of another, which `fill` fills where it is not there yet. */
export async function databaseFromTemplate(
  url: string,
  name: string,
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  checkName(name);
  return withClient(url, async (client) => {
    const servers = clusterServers();
    const made = await client.query("select 1 from pg_database where datname = $1", [template]);
    if (made.rowCount === 0) {
      // Whoever comes second finds it made.
      await client.query("select pg_advisory_lock(hashtext($1))", [template]);
      const again = await client.query("select 1 from pg_database where datname = $1", [template]);
      if (again.rowCount === 0) {
        await fill(await createDatabase(url, `${template}_new`));
        if (servers.length > 0) {
          await closeClusterTemplate(servers, `${template}_new`);
          await renameClusterDatabase(servers, `${template}_new`, template);
        } else await client.query(`alter database "${template}_new" rename to "${template}"`);
      }
      await client.query("select pg_advisory_unlock(hashtext($1))", [template]);
    }
    if (servers.length > 0) await copyClusterDatabase(servers, name, template);
    else await client.query(`create database "${name}" template "${template}"`);
    return urlOf(url, name);
  });
}

/** What the names of a run's templates begin with: a server that is given may hold those of a run of other code. */
export function templatesOf(runFolder: string): string {
  return `template_${createHash("sha256").update(runFolder).digest("hex").slice(0, 8)}_`;
}

/** Takes away what a run leaves on a server that outlives it. */
export async function dropTemplates(url: string, runFolder: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query("select datname as name from pg_database where starts_with(datname, $1)", [templatesOf(runFolder)]),
  );
  for (const { name } of rows) await dropDatabase(url, name);
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  const servers = clusterServers();
  if (servers.length > 0) await dropClusterDatabase(servers, name);
  else await withClient(url, (client) => client.query(`drop database if exists "${name}" with (force)`));
}

function checkName(name: string): void {
  if (!/^[a-z0-9_]{1,63}$/.test(name)) throw new Error(`A test database is named with a-z, 0-9 and _, not "${name}"`);
}

const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function withClient<Value>(url: string, use: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_VERSIONS, version, "bin"));
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...newestFirst];
  return folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));
}

async function installPrograms(): Promise<string | MissingPostgres> {
  const missing = `PostgreSQL is not installed; install the package "postgresql" (${PROGRAMS.join(", ")})`;
  const failed = await installPackages(["postgresql"]);
  return findPrograms() ?? { unavailable: failed === undefined ? missing : `${missing}; ${failed}` };
}

async function start(programs: string): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(fastFolder(), "bailiwick-postgres-"));
  if (IS_ROOT) await runFile("chown", ["postgres:", folder]);
  const watchdog = spawn(...asServerUser("sh", "-c", WATCHDOG, "sh", programs, folder), {
    stdio: ["pipe", "ignore", "ignore"],
    // In a group of its own, or Ctrl-C would end the watchdog together with the run it watches.
    detached: true,
    cwd: "/",
  });
  const ended = once(watchdog, "exit");
  watchdog.unref();

  async function stop() {
    watchdog.ref();
    watchdog.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }

  try {
    const initdb = [
      "-D",
      join(folder, "data"),
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C",
      "--no-sync",
    ];
    await runAsServerUser(join(programs, "initdb"), ...initdb);
    return { url: await startServer(programs, folder), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServer(programs: string, folder: string): Promise<string> {
  const data = join(folder, "data");
  const log = join(folder, "server.log");
  for (let tried = 1; ; tried++) {
    const port = await findFreePort();
    const settings = {
      listen_addresses: "127.0.0.1",
      port,
      unix_socket_directories: folder,
      max_connections: 200,
      fsync: "off",
      full_page_writes: "off",
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    await appendFile(join(data, "postgresql.conf"), lines.join(""));
    try {
      await runAsServerUser(join(programs, "pg_ctl"), "-D", data, "-l", log, "-w", "-t", "60", "start");
      return `postgres://postgres@127.0.0.1:${port}/postgres`;
    } catch (cause) {
      // Another process may have taken the port since we looked.
      if (tried < START_TRIES) continue;
      throw new Error(`PostgreSQL did not start:\n${await readFile(log, "utf8")}`, { cause });
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}

async function runAsServerUser(command: string, ...args: string[]): Promise<void> {
  await runFile(...asServerUser(command, ...args), { cwd: "/" });
}

/** PostgreSQL refuses to run as root. */
function asServerUser(command: string, ...args: string[]): [string, string[]] {
  return IS_ROOT ? ["runuser", ["-u", "postgres", "--", command, ...args]] : [command, args];
}
