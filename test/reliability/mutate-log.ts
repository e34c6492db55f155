import type Sqlite from "better-sqlite3";
import { canonicalJson, hashOf, type Json, sha256 } from "../../src/kernel/index.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** An entry as it lies in the table. */
export interface Row {
  tenant_id: string;
  seq: number;
  id: string;
  at: number;
  server: string;
  tool: string;
  actor: string;
  kind: string;
  payload: string;
  reasoning: string | null;
  approval_id: string | null;
  via: string | null;
  salt: string;
  body_hash: string;
  former_hash: string | null;
  erased_by: number | null;
  prev_hash: string;
  hash: string;
}

/** Where verification must point. */
interface Culprit {
  readonly tenant: string;
  readonly seq: number;
  readonly id: string;
  readonly reason: RegExp;
}

/** One way to falsify a log, applied in place; answers with the entry that must be named. */
export type Mutation = (log: Log, random: SeededRandom) => Culprit;

const GENESIS = "0".repeat(64);
const GONE = "?";
const FORGED_ID = "00000000-0000-7000-8000-00000000f00d";

const NOT_ITS_HASH = /does not match its hash/;
const BROKEN_CHAIN = /does not continue the entry before it/;
const OUT_OF_ORDER = /missing, repeated or out of order/;
const REWRITTEN = /differs from the checkpoint/;

/** The table under a forger's hands. */
export class Log {
  readonly db: Sqlite.Database;

  constructor(db: Sqlite.Database) {
    this.db = db;
  }

  tenants(): string[] {
    const rows = this.db.prepare("select distinct tenant_id from event order by tenant_id").all();
    return (rows as Row[]).map((row) => row.tenant_id);
  }

  rows(tenant: string): Row[] {
    return this.db.prepare("select * from event where tenant_id = ? order by seq").all(tenant) as Row[];
  }

  set(row: Row, column: keyof Row, value: string | number | null): void {
    this.db
      .prepare(`update event set "${column}" = ? where tenant_id = ? and seq = ?`)
      .run(value, row.tenant_id, row.seq);
  }

  remove(tenant: string, fromSeq: number, toSeq: number): void {
    this.db.prepare("delete from event where tenant_id = ? and seq between ? and ?").run(tenant, fromSeq, toSeq);
  }

  add(row: Row): void {
    const columns = Object.keys(row);
    this.db
      .prepare(`insert into event (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`)
      .run(...Object.values(row));
  }

  /** Moves the entries from `seq` on by `by`, through a range nobody uses. */
  shift(tenant: string, seq: number, by: number): void {
    this.db.prepare("update event set seq = -(seq + ?) where tenant_id = ? and seq >= ?").run(by, tenant, seq);
    this.db.prepare("update event set seq = -seq where tenant_id = ? and seq < 0").run(tenant);
  }

  head(tenant: string, seq: number, hash: string): void {
    this.db.prepare("update log_head set seq = ?, hash = ? where tenant_id = ?").run(seq, hash, tenant);
  }

  dropHead(tenant: string): void {
    this.db.prepare("delete from log_head where tenant_id = ?").run(tenant);
  }

  /** What someone does who knows how the chain is made: recomputes every hash and the end. */
  rehash(tenant: string): void {
    let before = GENESIS;
    for (const row of this.rows(tenant)) {
      const body_hash = bodyHashOf(row);
      const hash = hashOfRow({ ...row, body_hash, prev_hash: before });
      this.set(row, "body_hash", body_hash);
      this.set(row, "prev_hash", before);
      this.set(row, "hash", hash);
      before = hash;
    }
    this.endAtLast(tenant);
  }

  endAtLast(tenant: string): void {
    const last = this.rows(tenant).at(-1);
    if (last === undefined) this.dropHead(tenant);
    else this.head(tenant, last.seq, last.hash);
  }
}

function bodyHashOf({ salt, payload, reasoning }: Row): string {
  return sha256(`${salt}${canonicalJson({ payload: JSON.parse(payload) as Json, reasoning })}`);
}

function hashOfRow({ tenant_id, actor, via, payload: _p, reasoning: _r, salt: _s, hash: _h, ...row }: Row): string {
  const { former_hash, erased_by: _e, ...rest } = row;
  return hashOf({
    tenant: tenant_id,
    ...rest,
    ...(via !== null && { via: JSON.parse(via) as Json }),
    ...(former_hash !== null && { former_hash }),
    actor: JSON.parse(actor) as Json,
  });
}

function at(rows: readonly Row[], seq: number): Row {
  const row = rows[seq - 1];
  if (row === undefined) throw new Error(`no entry ${seq}`);
  return row;
}

function pickRow(log: Log, random: SeededRandom): { rows: Row[]; row: Row; tenant: string; last: number } {
  const tenant = random.pick(log.tenants());
  const rows = log.rows(tenant);
  return { rows, row: random.pick(rows), tenant, last: rows.length };
}

const named = (row: Row, reason: RegExp): Culprit => ({ tenant: row.tenant_id, seq: row.seq, id: row.id, reason });

/** Another value of the same kind, as a forger who knows the format would choose it. */
const OTHER_VALUES: Readonly<Partial<Record<keyof Row, (row: Row, random: SeededRandom) => string | number>>> = {
  id: () => FORGED_ID,
  at: (row, random) => row.at + random.between(1, 100_000),
  server: () => "truth",
  tool: (row) => `${row.tool}_`,
  actor: () => canonicalJson({ agent: null, client: "forger", user: "eve" }),
  kind: (row) => row.kind.toUpperCase(),
  payload: (_row, random) => canonicalJson({ text: `forged ${random.below(1000)}` }),
  reasoning: () => "because",
  approval_id: () => FORGED_ID,
  via: () => canonicalJson({ call: FORGED_ID, server: "truth", tool: "store" }),
  salt: () => "5a".repeat(16),
  body_hash: () => "b".repeat(64),
  former_hash: () => "f".repeat(64),
};

const editField: Mutation = (log, random) => {
  const { row } = pickRow(log, random);
  const [column, other] = random.pick(Object.entries(OTHER_VALUES)) as [keyof Row, (...given: unknown[]) => string];
  log.set(row, column, other(row, random));
  return named(column === "id" ? { ...row, id: FORGED_ID } : row, NOT_ITS_HASH);
};

const editOneByte: Mutation = (log, random) => {
  const { row } = pickRow(log, random);
  const column = random.pick(["payload", "actor"] as const);
  const place = random.below(row[column].length);
  const other = row[column][place] === "x" ? "y" : "x";
  log.set(row, column, row[column].slice(0, place) + other + row[column].slice(place + 1));
  return named(row, NOT_ITS_HASH);
};

const reformat: Mutation = (log, random) => {
  const { row } = pickRow(log, random);
  // The same JSON value in other words: what a careless migration does.
  log.set(row, "payload", JSON.stringify(JSON.parse(row.payload), undefined, 1));
  return named(row, NOT_ITS_HASH);
};

const editHash: Mutation = (log, random) => {
  const { row, rows, last } = pickRow(log, random);
  const column = random.pick(["hash", "prev_hash"] as const);
  log.set(row, column, at(rows, (row.seq % last) + 1)[column]);
  return named(row, column === "hash" ? NOT_ITS_HASH : BROKEN_CHAIN);
};

const moveEntry: Mutation = (log, random) => {
  const { row, rows, last } = pickRow(log, random);
  const target = last + random.between(1, 9);
  log.set(row, "seq", target);
  return named(row.seq === last ? { ...row, seq: target } : at(rows, row.seq + 1), OUT_OF_ORDER);
};

const giveAway: Mutation = (log, random) => {
  const { row, rows, last } = pickRow(log, random);
  // Before or after all other tenants: verification goes through them in order.
  const first = random.below(2) === 0;
  const stolen = { ...row, tenant_id: first ? "aaa" : "zzz" };
  log.set(row, "tenant_id", stolen.tenant_id);
  if (first || row.seq === last) return named(stolen, row.seq === 1 ? NOT_ITS_HASH : OUT_OF_ORDER);
  return named(at(rows, row.seq + 1), OUT_OF_ORDER);
};

const deleteEntry: Mutation = (log, random) => {
  const { row, rows, tenant, last } = pickRow(log, random);
  log.remove(tenant, row.seq, row.seq);
  if (row.seq === last) return { tenant, seq: last, id: GONE, reason: /is gone: the log had/ };
  return named(at(rows, row.seq + 1), OUT_OF_ORDER);
};

const swapTwo: Mutation = (log, random) => {
  const { row, rows, last } = pickRow(log, random);
  const other = at(rows, ((row.seq + random.below(last - 1)) % last) + 1);
  const [low, high] = row.seq < other.seq ? [row, other] : [other, row];
  log.set(low, "seq", -1);
  log.set(high, "seq", low.seq);
  log.set({ ...low, seq: -1 }, "seq", high.seq);
  return named({ ...high, seq: low.seq }, BROKEN_CHAIN);
};

function forge(row: Row, prevHash: string): Row {
  const said = { ...row, id: FORGED_ID, payload: canonicalJson({ text: "forged" }), prev_hash: prevHash };
  const forged = { ...said, body_hash: bodyHashOf(said) };
  return { ...forged, hash: hashOfRow(forged) };
}

const insertForged: Mutation = (log, random) => {
  const { row, rows, tenant } = pickRow(log, random);
  log.shift(tenant, row.seq, 1);
  const forged = forge(row, row.seq === 1 ? GENESIS : at(rows, row.seq - 1).hash);
  log.add(forged);
  return named(forged, REWRITTEN);
};

const appendBeyondEnd: Mutation = (log, random) => {
  const { rows, last } = pickRow(log, random);
  const end = at(rows, last);
  const forged = forge({ ...end, seq: last + 1 }, end.hash);
  log.add(forged);
  return named(forged, /lies beyond the log's end/);
};

const truncate: Mutation = (log, random) => {
  const { row, tenant, last } = pickRow(log, random);
  log.remove(tenant, row.seq, last);
  return { tenant, seq: row.seq, id: GONE, reason: /is gone: the log had/ };
};

const truncateAndEnd: Mutation = (log, random) => {
  const { row, tenant, last } = pickRow(log, random);
  log.remove(tenant, row.seq, last);
  log.endAtLast(tenant);
  return { tenant, seq: row.seq, id: GONE, reason: /is gone: the checkpoint saw/ };
};

const editAndRehash: Mutation = (log, random) => {
  const { row, tenant } = pickRow(log, random);
  log.set(row, "payload", canonicalJson({ text: "what they wish had been said" }));
  log.rehash(tenant);
  return named(row, REWRITTEN);
};

const deleteAndRehash: Mutation = (log, random) => {
  const { row, rows, tenant, last } = pickRow(log, random);
  log.remove(tenant, row.seq, row.seq);
  log.shift(tenant, row.seq + 1, -1);
  log.rehash(tenant);
  if (row.seq === last) return { tenant, seq: last, id: GONE, reason: /is gone: the checkpoint saw/ };
  return named({ ...at(rows, row.seq + 1), seq: row.seq }, REWRITTEN);
};

const insertAndRehash: Mutation = (log, random) => {
  const culprit = insertForged(log, random);
  log.rehash(culprit.tenant);
  return culprit;
};

const swapAndRehash: Mutation = (log, random) => {
  const culprit = swapTwo(log, random);
  log.rehash(culprit.tenant);
  return { ...culprit, reason: REWRITTEN };
};

const claimErased: Mutation = (log, random) => {
  const { row } = pickRow(log, random);
  log.set(row, "payload", "null");
  log.set(row, "erased_by", row.seq + 1);
  return named(row, /no entry says so/);
};

const editHead: Mutation = (log, random) => {
  const { rows, tenant, last } = pickRow(log, random);
  const end = at(rows, last);
  const [seq, culprit] = random.pick([
    [last, named(end, /is not the entry the log ended with/)],
    [last - 1, named(end, /lies beyond the log's end/)],
    [last + 1, { tenant, seq: last + 1, id: GONE, reason: /is gone: the log had/ }],
  ] as const);
  log.head(tenant, seq, GENESIS);
  return culprit;
};

const dropHead: Mutation = (log, random) => {
  const { rows, tenant, last } = pickRow(log, random);
  log.dropHead(tenant);
  return named(at(rows, last), /log without an end/);
};

/** Every way to falsify a log that a checkpoint of its end must bring to light. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  editField,
  editOneByte,
  reformat,
  editHash,
  moveEntry,
  giveAway,
  deleteEntry,
  swapTwo,
  insertForged,
  appendBeyondEnd,
  truncate,
  truncateAndEnd,
  editAndRehash,
  deleteAndRehash,
  insertAndRehash,
  swapAndRehash,
  claimErased,
  editHead,
  dropHead,
};
