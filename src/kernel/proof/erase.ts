import { canonicalJson } from "../canonical-json.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { type Event, LOG_SERVER } from "../event.ts";
import {
  appendEvent,
  bodyHash,
  type EventRow,
  headOf,
  makeGood,
  newSalt,
  noteScrubDue,
  replaceBody,
  rowAt,
  rowsAfter,
  toEvent,
} from "../events/index.ts";
import type { Json } from "../json.ts";
import type { Sql } from "../sql.ts";
import type { Derivation, Erased, EraseHost, EraseTarget, WorldCode } from "../world.ts";
import { ERASED, type Erasure } from "./erasure.ts";

const ROWS_PER_STEP = 500;

/** Everything of one user; the other kinds are the worlds' own. */
export const USER = "user";

export interface ErasingWorld {
  readonly name: string;
  readonly servers: readonly { readonly name: string }[];
  readonly follows: readonly Derivation[];
  readonly erases: NonNullable<WorldCode<unknown, unknown>["erases"]>;
}

export interface EraseParts {
  readonly env: Env;
  readonly worlds: readonly ErasingWorld[];
  /** Every blob of a tenant. */
  blobsOf(tenant: string): AsyncIterable<string>;
  /** Hands over the tables as the log gives them now, to make the live ones good; then makes the index good. */
  rebuild(sql: Sql, tenant: string, makeGood: (expected: Sql) => Promise<void>): Promise<void>;
}

/** What was, or would be, erased. */
export interface EraseReport {
  /** The entry that says so. */
  readonly receipt: Event;
  readonly entries: number;
  readonly rows: number;
  readonly blobs: readonly string[];
  readonly notes: readonly string[];
}

/** Erases within a write of the tenant: bodies of entries, then every row and document that no longer follows from the log. */
export async function eraseIn(sql: Sql, parts: EraseParts, tenant: string, target: EraseTarget): Promise<EraseReport> {
  const plan =
    target.kind === USER ? await everythingOf(sql, parts, tenant) : await askWorld(sql, parts, tenant, target);
  if (plan.entries.size === 0 && plan.blobs.length === 0) {
    throw new KernelError("not_found", "Nothing of this is stored", { [target.kind]: target.id });
  }
  const receipt = await eraseBodies(sql, parts.env, tenant, target.kind, plan);
  await noteScrubDue(sql, { tenant_id: tenant, seq: receipt.seq });
  let rows = 0;
  await parts.rebuild(sql, tenant, async (expected) => {
    for (const derivation of parts.worlds.flatMap(({ follows }) => follows)) {
      rows += await makeGood(sql, expected, derivation, tenant);
    }
  });
  return { receipt, entries: plan.entries.size, rows, blobs: plan.blobs, notes: plan.notes };
}

async function askWorld(sql: Sql, { worlds }: EraseParts, tenant: string, target: EraseTarget): Promise<Erased> {
  const world = worlds.find(({ erases }) => Object.hasOwn(erases, target.kind));
  const erase = world?.erases[target.kind];
  if (world === undefined || erase === undefined) {
    const kinds = [...new Set([USER, ...worlds.flatMap(({ erases }) => Object.keys(erases))])].sort();
    throw new KernelError("invalid_arguments", `Nothing of the kind ${target.kind} can be erased`, { kinds });
  }
  return erase(target, hostOf(sql, tenant, world));
}

function hostOf(sql: Sql, tenant: string, { servers }: ErasingWorld): EraseHost {
  const own = new Set(servers.map((server) => server.name));
  return {
    sql,
    tenant,
    async *entries() {
      for await (const row of everyRow(sql, tenant)) if (own.has(row.server)) yield toEvent(row);
    },
  };
}

/** What the log says about itself stays: without it the rest could not be verified. */
async function everythingOf(sql: Sql, parts: EraseParts, tenant: string): Promise<Erased> {
  const entries = new Map<number, Json>();
  for await (const row of everyRow(sql, tenant)) if (row.server !== LOG_SERVER) entries.set(row.seq, null);
  // What a world keeps beside the log it forgets itself.
  for (const world of parts.worlds) await world.erases[USER]?.({ kind: USER, id: tenant }, hostOf(sql, tenant, world));
  const blobs: string[] = [];
  for await (const sha256 of parts.blobsOf(tenant)) blobs.push(sha256);
  const notes = ["the name of the user stays in the log, with when each entry was made and by which tool"];
  return { entries, blobs, notes };
}

async function* everyRow(sql: Sql, tenant: string): AsyncIterable<EventRow> {
  for (let after = 0; ; ) {
    const rows = await rowsAfter(sql, tenant, after, ROWS_PER_STEP);
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.seq ?? after;
  }
}

async function eraseBodies(sql: Sql, env: Env, tenant: string, kind: string, plan: Erased): Promise<Event> {
  const by = (await headOf(sql, tenant)).seq + 1;
  const erased: Erasure["entries"] = [];
  for (const [seq, left] of [...plan.entries].sort(([a], [b]) => a - b)) {
    const row = await rowAt(sql, tenant, seq);
    if (row === undefined || row.server === LOG_SERVER) {
      throw new KernelError("internal", "A world named an entry to be erased that it does not have", { seq });
    }
    const [salt, payload] = [newSalt(env), canonicalJson(left)];
    await replaceBody(sql, row, { salt, payload, by });
    erased.push({ seq, body_hash: row.body_hash, left_hash: bodyHash(salt, payload, null) });
  }
  const actor = { user: tenant, agent: null, client: "bailiwick" };
  const origin = { tenant, server: LOG_SERVER, tool: "erase", actor, approvalId: null };
  const payload: Erasure = { target: kind, entries: erased, blobs: plan.blobs.length };
  return appendEvent(sql, env, origin, { kind: ERASED, payload });
}
