import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openTestKernel, type TestKernel } from "../../../test/kit/kernel.ts";
import { canonicalJson, sha256 } from "../../kernel/canonical-json.ts";
import { appendEvent } from "../../kernel/events/index.ts";
import type { Json, JsonObject } from "../../kernel/json.ts";
import { checkProof } from "./check-proof.ts";

// biome-ignore lint/suspicious/noExplicitAny: forged proofs have every shape.
type Forged = any;

async function append(kernel: TestKernel, payload: Json, reasoning: string | null = null): Promise<string> {
  const actor = { user: "local", agent: null, client: "test" };
  const origin = { tenant: "local", server: "conformance", tool: "test_write", actor, approvalId: null, reasoning };
  const database = await kernel.parts.database();
  const event = await database.write("local", (sql) =>
    appendEvent(sql, kernel.parts.env, origin, { kind: "x", payload }),
  );
  return event.id;
}

async function proven(entries: number) {
  const kernel = await openTestKernel();
  const ids: string[] = [];
  for (let n = 0; n < entries; n++) ids.push(await append(kernel, { n, nested: { payload: 1, reasoning: null } }));
  const checkpoint = await kernel.checkpoint();
  const proofs = (await Promise.all(ids.map((id) => kernel.prove(id)))) as Forged[];
  return { kernel, ids, proofs, checkpoint, key: checkpoint.key };
}

/** A value as an attacker would put it in the place of another. */
const odd = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, 1.5, 2 ** 53, "", "0".repeat(64), "f".repeat(64), [], {}, ["0".repeat(64)]),
  fc.jsonValue().map((value) => value as Json),
);

function* places(value: Forged, path: (string | number)[] = []): Generator<(string | number)[]> {
  if (path.length > 0) yield path;
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) yield* places(value[key], [...path, key]);
}

function changed(proof: Forged, path: readonly (string | number)[], to: unknown): Forged {
  const copy = structuredClone(proof);
  const parent = path.slice(0, -1).reduce((at, key) => at[key], copy);
  const last = path.at(-1) ?? "";
  if (to === undefined) delete parent[last];
  else parent[last] = to;
  return copy;
}

test("whatever the kernel can write is proven and believed", async () => {
  const kernel = await openTestKernel();
  const { key } = await kernel.checkpoint();
  const text = fc.string({ unit: "grapheme" });
  const payloads = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.oneof(text, fc.constantFrom("__proto__", "constructor", "10", "9", "\u{1f600}", "\uffff", "payload")),
      fc.jsonValue(),
    ),
    fc.constantFrom<unknown>(
      1e21,
      1e-7,
      -0,
      5e-324,
      2 ** 53 + 2,
      "\u2028\u0000\u007f",
      "é",
      "e\u0301",
      JSON.parse('{"__proto__":{"a":1}}'),
    ),
  );
  await fc.assert(
    fc.asyncProperty(payloads, fc.option(text), async (payload, reasoning) => {
      const id = await append(kernel, payload as Json, reasoning);
      expect(checkProof(JSON.stringify(await kernel.prove(id), undefined, 2), { key })).toHaveProperty("shown");
    }),
    { numRuns: 150, seed: 4 },
  );
});

test("no part of a proof can be changed, left out or put in twice", async () => {
  const { proofs, key, checkpoint, kernel } = await proven(7);
  const kept = JSON.stringify(checkpoint);
  await append(kernel, "more");
  const grown = (await kernel.proveGrowth(checkpoint, "local")) as Forged;
  expect(checkProof(JSON.stringify(grown), { key, checkpoint: kept })).toHaveProperty("shown");
  const all = [...proofs, grown].flatMap((proof) => [...places(proof)].map((path) => ({ proof, path })));
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.oneof(odd, fc.constant(undefined)), ({ proof, path }, to) => {
      const forged = JSON.parse(JSON.stringify(changed(proof, path, to)));
      // What the check does not rest on: the words that say that something was erased, and what a proof is told to be since.
      fc.pre(
        canonicalJson(forged) !== canonicalJson(proof) && path.join(".") !== "body" && path.join(".") !== "since.root",
      );
      const checked = checkProof(JSON.stringify(forged), { key, checkpoint: kept });
      expect([path, checked]).toEqual([path, { refused: expect.any(String) }]);
    }),
    { numRuns: 3000, seed: 5 },
  );
  const [first, second] = proofs;
  for (const forged of [
    { ...first, path: second.path },
    { ...first, head: second.head, path: [...first.path].reverse() },
    { ...first, path: [...first.path, first.head.root] },
    { ...first, entry: { ...first.entry, seq: first.entry.seq + 2 ** 32 } },
  ]) {
    expect(checkProof(JSON.stringify(forged), { key })).toHaveProperty("refused");
  }
  const twice = JSON.stringify(first).replace('"payload":', '"payload":"what a reader sees","payl\\u006fad":');
  expect(checkProof(twice, { key })).toEqual({ refused: expect.stringContaining("twice") });
  const spoiled = JSON.stringify(proofs[0]).replace('"n":0', '"n":1e400');
  expect(checkProof(spoiled, { key })).toHaveProperty("refused");
});

test("a proof without the words of an entry does not claim that they were erased", async () => {
  const { proofs, key } = await proven(1);
  const checked = checkProof(JSON.stringify({ ...proofs[0], body: null }), { key });
  expect(checked).toEqual({ shown: expect.stringContaining("not shown: it was erased, or left out") });
});

test("nothing else that the key has signed passes for the head of a tree", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const signed = (statement: JsonObject) => ({
    ...statement,
    signature: sign(null, Buffer.from(canonicalJson(statement)), privateKey).toString("base64"),
  });
  const root = sha256("");
  const checkpoint = JSON.stringify(
    signed({
      format: "bailiwick-checkpoint-2",
      at: 1,
      logs: { undefined: { size: 0, root }, local: { size: 0, root } },
    }),
  );
  const heads: JsonObject[] = [
    { format: "bailiwick-witness-1", logs: {} },
    { format: "bailiwick-checkpoint-2", at: 1, logs: {} },
    { format: "bailiwick-other", tenant: "local", at: 1, size: 5, root },
    { format: "bailiwick-tree-head-1", tenant: "local", at: 1, size: 5.5, root },
    { format: "bailiwick-tree-head-1", tenant: "local", at: 1, size: -1, root },
  ];
  for (const head of heads) {
    const proof = {
      format: "bailiwick-proof-1",
      kind: "consistency",
      head: signed(head),
      since: { size: 0, root },
      path: [],
    };
    expect(checkProof(JSON.stringify(proof), { key, checkpoint })).toEqual({
      refused: "the proof has no head of a tree",
    });
  }
});

test("words that the keeper of a log chose cannot speak to the terminal", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  const tenant = "a\u001b[2Kok\r\n\u202ex\u2028";
  const entry = { tenant, seq: 1, id: "\u0007", at: 0, server: "\u009b1m", tool: "t\t", kind: "k", body_hash: "" };
  const hash = sha256(canonicalJson(entry));
  const root = sha256(Buffer.concat([Buffer.from([0]), Buffer.from(hash, "hex")]));
  const head = { format: "bailiwick-tree-head-1", at: 0, tenant, size: 1, root };
  const signature = sign(null, Buffer.from(canonicalJson(head)), privateKey).toString("base64");
  const proof = {
    format: "bailiwick-proof-1",
    kind: "inclusion",
    head: { ...head, signature },
    entry: { ...entry, hash },
    body: null,
    path: [],
  };
  const checked = checkProof(JSON.stringify(proof), { key });
  expect(checked).toHaveProperty("shown");
  expect(JSON.stringify(checked)).toMatch(/^[ -~]*$/);
});

test("what is no proof at all is refused in words: deep, huge, empty, or of another shape", async () => {
  const { key, proofs } = await proven(1);
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const texts = [
    "",
    "null",
    "[]",
    "1e400",
    '"x"',
    "{}",
    '{"format":"bailiwick-proof-1"}',
    deep,
    `{"format":"bailiwick-proof-1","head":${deep}}`,
    "\u0000",
    '{"__proto__":{"format":"bailiwick-proof-1"}}',
  ];
  for (const text of texts) expect(checkProof(text, { key })).toEqual({ refused: expect.any(String) });
  for (const bad of ["", "nonsense", "-----BEGIN nothing", "AAAA"]) {
    expect(checkProof(JSON.stringify(proofs[0]), { key: bad })).toEqual({
      refused: expect.stringContaining("no public key"),
    });
  }
  const big = { ...proofs[0], body: { ...proofs[0].body, payload: `${'"\\'.repeat(1_000_000)}` } };
  expect(checkProof(JSON.stringify(big), { key })).toEqual({ refused: "what the entry says does not match its hash" });
  const long = { ...proofs[0], path: Array.from({ length: 100_000 }, () => "0".repeat(64)) };
  expect(checkProof(JSON.stringify(long), { key })).toEqual({ refused: "the entry does not stand in the tree" });
});
