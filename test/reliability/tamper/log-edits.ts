import { rmSync } from "node:fs";
import { canonicalJson } from "../../../src/kernel/index.ts";
import type { Log, Row } from "../mutate-log.ts";
import { at, type Copy, type Edits, withLog } from "./edit.ts";

/** An entry of the local user. Those up to the sixth were verified before. */
function entry(log: Log, seq: number): Row {
  const row = log.rows("local")[seq - 1];
  if (row === undefined) throw new Error(`no entry ${seq}`);
  return row;
}

const FORGED = canonicalJson({ text: "what they wish had been said" });
const NEW = 24;
const OLD = 5;
const LAST = 25;

function set(seq: number, column: keyof Row, value: string | number | null | ((row: Row) => string | number)) {
  return (copy: Copy) =>
    withLog(copy, (log) => {
      const row = entry(log, seq);
      log.set(row, column, typeof value === "function" ? value(row) : value);
    });
}

/** Changes an entry and makes everything after it fit, as somebody would who knows how. */
function rewrite(copy: Copy, seq: number): void {
  withLog(copy, (log) => {
    log.set(entry(log, seq), "payload", FORGED);
    log.rehash("local");
  });
}

export const LOG_EDITS = {
  "what an entry says": set(NEW, "payload", FORGED),
  "what an entry says that was verified before": set(OLD, "payload", FORGED),
  "an entry that is no JSON": set(NEW, "payload", "{"),
  "why an entry was made": set(13, "reasoning", "a whim"),
  "who made an entry": set(NEW, "actor", canonicalJson({ agent: null, client: "forger", user: "eve" })),
  "when an entry was made": set(NEW, "at", (row) => row.at + 1),
  "which tool made an entry": set(NEW, "tool", "test_read"),
  "the salt of an entry": set(NEW, "salt", "5a".repeat(16)),
  "the hash of what an entry says": set(NEW, "body_hash", "b".repeat(64)),
  "the hash an entry is said to have had": set(NEW, "former_hash", "f".repeat(64)),
  "the hash of an entry": set(NEW, "hash", "a".repeat(64)),
  "an entry is said to be erased": (copy) =>
    withLog(copy, (log) => {
      log.set(entry(log, NEW), "payload", "null");
      log.set(entry(log, NEW), "erased_by", LAST);
    }),
  "an entry is deleted": (copy) => withLog(copy, (log) => log.remove("local", NEW, NEW)),
  "an entry that was verified before is deleted": (copy) => withLog(copy, (log) => log.remove("local", OLD, OLD)),
  "an entry is put in": (copy) =>
    withLog(copy, (log) => {
      log.shift("local", NEW, 1);
      log.add({ ...entry(log, NEW - 1), seq: NEW, id: "00000000-0000-7000-8000-00000000f00d" });
    }),
  "two entries change places": (copy) =>
    withLog(copy, (log) => {
      const [one, other] = [entry(log, NEW - 1), entry(log, NEW)];
      log.set(one, "seq", -1);
      log.set(other, "seq", one.seq);
      log.set({ ...one, seq: -1 }, "seq", other.seq);
    }),
  "an entry is given to another user": (copy) =>
    withLog(copy, (log) => log.set({ ...entry(log, LAST) }, "tenant_id", "zzz")),
  "the last entries are deleted": (copy) => withLog(copy, (log) => log.remove("local", NEW, LAST)),
  "the last entries are deleted, and the log's end says so": (copy) =>
    withLog(copy, (log) => {
      log.remove("local", NEW, LAST);
      log.endAtLast("local");
    }),
  "a user's whole log is deleted": (copy) =>
    withLog(copy, (log) => {
      log.remove("ada", 1, 9);
      log.dropHead("ada");
    }),
  "all logs are deleted": (copy) =>
    withLog(copy, (log) => {
      const tenants = log.tenants();
      for (const tenant of tenants) log.remove(tenant, 1, LAST);
      for (const tenant of tenants) log.dropHead(tenant);
    }),
  "the log's end": (copy) => withLog(copy, (log) => log.head("local", LAST - 1, entry(log, LAST - 1).hash)),
  "the log's end is gone": (copy) => withLog(copy, (log) => log.dropHead("local")),
  "an entry is rewritten with every hash after it": (copy) => rewrite(copy, NEW),
  "an entry that was verified before is rewritten with every hash after it": (copy) => rewrite(copy, OLD),
  "an entry is rewritten with every hash after it, and witness.json is deleted": (copy) => {
    rewrite(copy, NEW);
    rmSync(at(copy, "witness.json"));
  },
  "an old entry is rewritten with every hash after it, and witness.json is deleted": (copy) => {
    rewrite(copy, OLD);
    rmSync(at(copy, "witness.json"));
  },
  "an entry is rewritten with every hash after it, and witness.json and verified.json are deleted": (copy) => {
    rewrite(copy, NEW);
    rmSync(at(copy, "witness.json"));
    rmSync(at(copy, "verified.json"));
  },
  "the last entries are deleted, the log's end says so, and witness.json is deleted": (copy) => {
    withLog(copy, (log) => {
      log.remove("local", NEW, LAST);
      log.endAtLast("local");
    });
    rmSync(at(copy, "witness.json"));
  },
} satisfies Edits;
