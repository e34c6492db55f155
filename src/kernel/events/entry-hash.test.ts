import { expect, test } from "vitest";
import { canonicalJson, hashOf, sha256 } from "../canonical-json.ts";
import type { Json } from "../json.ts";
import { bodyHash, entryHash, formerHash, GENESIS_HASH } from "./entry-hash.ts";
import type { EventRow } from "./event-row.ts";

const actor = { user: "local", agent: "someone", client: null };
const payload = { z: [1, { b: "ü", a: null }], "": "empty", "a b": "\u2028" };
const row: EventRow = {
  tenant_id: "local",
  seq: 7,
  id: "0190a0b0-0000-7000-8000-000000000001",
  at: 1_700_000_000_000,
  server: "truth",
  tool: "store",
  actor: canonicalJson(actor),
  kind: "source.stored",
  payload: canonicalJson(payload),
  reasoning: null,
  approval_id: "a-1",
  via: null,
  salt: "5a",
  body_hash: "b".repeat(64),
  former_hash: null,
  erased_by: null,
  prev_hash: GENESIS_HASH,
  hash: "",
};

/** The entry as an outsider sees it: an object, of which the hash is taken over its canonical JSON. */
function entryOf(from: EventRow): Record<string, Json> {
  const { tenant_id, payload: _p, reasoning: _r, salt: _s, erased_by: _e, hash: _h, ...rest } = from;
  const { via, former_hash, ...plain } = rest;
  return {
    ...plain,
    tenant: tenant_id,
    actor: JSON.parse(from.actor) as Json,
    ...(via !== null && { via: JSON.parse(via) as Json }),
    ...(former_hash !== null && { former_hash }),
  };
}

test("the hash of an entry is that of its canonical JSON, whatever the entry holds", () => {
  const variants: EventRow[] = [
    row,
    { ...row, via: canonicalJson({ call: "c", server: "home", tool: "remember" }) },
    { ...row, former_hash: "f".repeat(64) },
    { ...row, approval_id: null, seq: 8, actor: canonicalJson({ ...actor, agent: 'a "quoted" one' }) },
  ];
  for (const variant of variants) expect(entryHash(variant)).toBe(hashOf(entryOf(variant)));
  expect(new Set(variants.map(entryHash)).size).toBe(variants.length);
});

test("an entry says nothing of its body but the salted hash", () => {
  expect(entryHash({ ...row, payload: "{}", reasoning: "why", salt: "00" } as EventRow)).toBe(entryHash(row));
  expect(bodyHash("5a", row.payload, "why")).toBe(sha256(`5a${canonicalJson({ payload, reasoning: "why" })}`));
  expect(bodyHash("5a", row.payload, null)).not.toBe(bodyHash("5b", row.payload, null));
  expect(bodyHash("5a", row.payload, null)).not.toBe(bodyHash("5a", row.payload, "null"));
});

test("the former hash is what the first format took: the canonical JSON of the entry with its payload", () => {
  const { body_hash: _, ...entry } = entryOf(row);
  expect(formerHash(row, "0f")).toBe(hashOf({ ...entry, payload, reasoning: null, prev_hash: "0f" }));
});
