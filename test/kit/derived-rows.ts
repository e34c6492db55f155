import type { Event } from "../../src/kernel/event.ts";
import { openRebuild } from "../../src/kernel/events/index.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { name, query } from "../../src/kernel/query.ts";
import { NO_INDEX } from "../../src/kernel/search.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import type { Derivation } from "../../src/kernel/world.ts";
import { truth } from "../../src/worlds/truth/index.ts";
import { truthWorld } from "../../src/worlds/truth/world.ts";
import type { TestKernel } from "./kernel.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

type Rows = Record<string, readonly unknown[]>;

const NO_ENTRY_INDEX = { open: () => NO_INDEX, applied: async () => {} };

/** All rows of the tables that follow from the log, with the columns that do. */
export async function derivedRows(sql: Sql): Promise<Rows> {
  const found: Rows = {};
  for (const derivation of truthWorld.follows ?? []) found[derivation.table] = await rowsOf(sql, derivation);
  return found;
}

async function rowsOf(sql: Sql, { table, key, except = [] }: Derivation): Promise<unknown[]> {
  const rows = await sql.all<Record<string, unknown>>(query`select * from ${name(table)}`);
  const keyOf = (row: Record<string, unknown>) => JSON.stringify(["tenant_id", ...key].map((column) => row[column]));
  return rows
    .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !except.includes(column))))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** What the log gives again, in tables of its own; entries may be changed on the way, and the tables looked into. */
export async function rebuiltRows(
  kernel: TestKernel,
  change: (event: Event) => Event = (event) => event,
  look: (sql: Sql) => Promise<void> = async () => {},
): Promise<Rows> {
  const world = {
    name: "truth",
    servers: truth.servers.map((server) => ({ name: server })),
    migrations: truth.migrations,
    projections: truthWorld.projections ?? [],
    follows: truthWorld.follows ?? [],
    apply: async (
      event: Event,
      ...rest: Parameters<typeof truthWorld.apply> extends [Event, ...infer Rest] ? Rest : never
    ) => {
      const changed = change(event);
      if (changed.payload !== null) await truthWorld.apply(changed, ...rest);
    },
  };
  const rebuild = await openRebuild([world], [], createSimulatedEnv("rebuild"), NO_ENTRY_INDEX);
  try {
    const database = await kernel.parts.database();
    await database.read(EVERY_TENANT, async (sql) => {
      for (const tenant of await tenantsOf(sql)) while ((await rebuild.step(sql, tenant)) > 0);
    });
    return await rebuild.scratch.read(EVERY_TENANT, async (sql) => {
      await look(sql);
      return derivedRows(sql);
    });
  } finally {
    await rebuild.close();
  }
}

async function tenantsOf(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ tenant_id: string }>(query`select distinct tenant_id from event`);
  return rows.map(({ tenant_id }) => tenant_id);
}
