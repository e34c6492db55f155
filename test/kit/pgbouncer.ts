import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { findProgram } from "../services/packages.ts";
import { temporaryFolder } from "./folder.ts";

/** Fewer than who writes at once: sessions change hands all the time. */
const SESSIONS = 2;

/** Where the program lies; undefined where this machine has none. */
export const PGBOUNCER = findProgram("pgbouncer");

/** A pooler in transaction mode before a server, and the same address through it. */
export async function startPgbouncer(program: string, url: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(url);
  const folder = await mkdtemp(join(temporaryFolder(), "pgbouncer-"));
  const own = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users.txt"), `"${username}" ""\n`);
  await writeFile(
    settings,
    [
      "[databases]",
      `* = host=${hostname} port=${port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${own}`,
      "unix_socket_dir =",
      "auth_type = trust",
      `auth_file = ${join(folder, "users.txt")}`,
      "pool_mode = transaction",
      `default_pool_size = ${SESSIONS}`,
      "max_client_conn = 200",
    ].join("\n"),
  );
  await chmod(folder, 0o755);
  // It refuses to run as root, as the server does.
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn(program, [...asUser, settings], { stdio: "ignore", cwd: "/" });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const through = Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(own), pathname }).href;
  await expect.poll(() => canConnect(through)).toBe(true);
  return through;
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
