import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { onTestFinished } from "vitest";
import { clusterServers } from "../services/cluster-databases.ts";
import { GIVEN_SERVER } from "../services/postgres.ts";
import { freshDatabaseUrl } from "./kernel.ts";
import { startTurns } from "./one-session.ts";

/**
 * PostgreSQL with the real extension: the server that was named, or else one inside this process. That has one session for
 * all connections, which take turns: enough for the statements, not for locking.
 */
export async function startPgvector(): Promise<string> {
  if ((process.env[GIVEN_SERVER] ?? "") !== "" || clusterServers().length > 0)
    return (await freshDatabaseUrl("postgres")) as string;
  const db = await PGlite.create({ extensions: { vector } });
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 12 });
  const listening = new Promise<number>((resolve) => {
    server.addEventListener("listening", (event) => resolve((event as CustomEvent<{ port: number }>).detail.port));
  });
  await server.start();
  const turns = await startTurns(await listening);
  onTestFinished(async () => {
    turns.close();
    await server.stop();
    await db.close();
  });
  return `postgres://postgres:postgres@127.0.0.1:${turns.port}/postgres?sslmode=disable`;
}
