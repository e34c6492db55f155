import { createHash } from "node:crypto";
import { INSTALLATION } from "../installation.ts";
import { Query } from "../query.ts";
import type { Sql } from "../sql.ts";
import { lockLane, makeLane } from "./cluster.ts";
import { holdInstallation } from "./postgres-tenants.ts";

/** Everyone who writes in a lane waits for one lock, in every process. */
export function laneKey(lane: string): bigint {
  return createHash("sha256").update(`bailiwick:${lane}`).digest().readBigInt64BE(0);
}

/**
 * Takes the installation's lane besides the one the write began in, until it ends. Everyone takes it last and nobody
 * who holds it waits for another, so no two can wait for each other. SQLite has one writer: it waits for nothing here.
 */
export async function enterInstallationLane(sql: Sql): Promise<void> {
  if (sql.dialect === "sqlite") return;
  await sql.first(holdInstallation(laneKey(INSTALLATION)));
  // On a cluster what the above says and locks holds at the server that one is connected to.
  await sql.run(new Query(["set local bailiwick.installation = 'on'"], []));
  const row = new Query([lockLane(INSTALLATION)], []);
  if ((await sql.change(row)) > 0) return;
  await sql.run(new Query([makeLane(INSTALLATION)], []));
  await sql.first(row);
}
