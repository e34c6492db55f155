import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { onTestFinished } from "vitest";

/** Real PostgreSQL with the real extension, on one connection at a time: enough for the statements, not for locking. */
export async function startPgvector(): Promise<string> {
  const db = await PGlite.create({ extensions: { vector } });
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 12 });
  const listening = new Promise<number>((resolve) => {
    server.addEventListener("listening", (event) => resolve((event as CustomEvent<{ port: number }>).detail.port));
  });
  await server.start();
  onTestFinished(async () => {
    await server.stop();
    await db.close();
  });
  return `postgres://postgres:postgres@127.0.0.1:${await listening}/postgres?sslmode=disable`;
}
