import { expect, test } from "vitest";
import { hashOf } from "../canonical-json.ts";
import { eventHash, GENESIS_HASH } from "./event-row.ts";

test("the hash of an entry is that of its canonical JSON, every field in it", () => {
  const entry = {
    tenant: "local",
    seq: 7,
    id: "0190a0b0-0000-7000-8000-000000000001",
    at: 1_700_000_000_000,
    server: "truth",
    tool: "store",
    actor: { user: "local", agent: "someone", client: null },
    kind: "source.stored",
    payload: { z: [1, { b: "ü", a: null }], "": "empty", "a b": "\u2028" },
    reasoning: null,
    approval_id: "a-1",
    prev_hash: GENESIS_HASH,
  };
  const plain = (more: object) => hashOf({ ...entry, ...more } as Parameters<typeof hashOf>[0]);
  expect(eventHash(entry)).toBe(plain({}));
  for (const [field, value] of Object.entries({
    payload: {},
    reasoning: "why",
    seq: 8,
    actor: { user: "local", agent: "else", client: null },
  })) {
    const changed = { ...entry, [field]: value } as unknown as Parameters<typeof eventHash>[0];
    expect(eventHash(changed)).toBe(plain({ [field]: value }));
    expect(eventHash(changed)).not.toBe(plain({}));
  }
});
