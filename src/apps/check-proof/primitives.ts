import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

// biome-ignore lint/suspicious/noExplicitAny: what is checked may have any shape; whatever does not fit is refused.
export type Given = any;

const HASH = /^[0-9a-f]{64}$/;

export class Refusal extends Error {}

/** The head of a tree, signed with the key that is believed. */
export function readHead({ signature, ...head }: Given, key: string): Given {
  // The same key signs other things too; none of them may pass for the head of a tree.
  demand(head.format === "bailiwick-tree-head-1" && isHead(head), "the proof has no head of a tree");
  demand(isSigned(key, canonical(head), signature), "the head of the tree is not signed with the key that was given");
  return head;
}

/** The hash of an entry that matches what it says of itself, and its body where that is shown. */
export function entryHashOf({ entry: { hash, ...entry }, body }: Given): string {
  demand(sha256(Buffer.from(canonical(entry))).toString("hex") === hash, "the entry does not match its hash");
  if (body === null) return hash;
  demand(/^[0-9a-f]*$/.test(body.salt), "what the entry says does not match its hash");
  const text = `${body.salt}${canonical({ payload: body.payload, reasoning: body.reasoning })}`;
  demand(sha256(Buffer.from(text)).toString("hex") === entry.body_hash, "what the entry says does not match its hash");
  return hash;
}

/** Whether these are the facts about a tree that a proof rests on. */
export function isHead({ size, root, tenant, at }: Given): boolean {
  const isTree = Number.isSafeInteger(size) && size >= 0 && typeof root === "string" && HASH.test(root);
  return isTree && typeof tenant === "string" && Number.isSafeInteger(at);
}

/** Whoever keeps the log chose these words: none of them may move the cursor or hide what stands beside them. */
export function plain(text: Given): string {
  return String(text).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

export function node(left: Buffer, right: Buffer): Buffer {
  return sha256(Buffer.from([1]), left, right);
}

export function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function bytes(hex: string): Buffer {
  demand(typeof hex === "string" && HASH.test(hex), "the proof holds something that is no hash");
  return Buffer.from(hex, "hex");
}

/** JSON with its keys in the order of their code units and no white space. */
export function canonical(value: Given): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

export function isSigned(key: string, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text), publicKeyIn(key), Buffer.from(signature, "base64"));
}

function publicKeyIn(text: string): KeyObject {
  try {
    if (text.includes("-----BEGIN")) return createPublicKey(text);
    return createPublicKey({ key: Buffer.from(text.trim(), "base64"), type: "spki", format: "der" });
  } catch {
    throw new Refusal("the key that was given is no public key in PEM or base64");
  }
}

export function parse(text: string, what: string): Given {
  let parsed: Given;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Refusal(`${what} is not JSON`);
  }
  demand(!saysTwice(text), `${what} says one thing twice: a reader may see the other one`);
  return parsed;
}

/** Whether an object of a JSON text has a key twice; of those a parser keeps the last. */
function saysTwice(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let word = "";
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const key = JSON.parse(word);
      if (open.at(-1)?.has(key)) return true;
      open.at(-1)?.add(key);
    } else word = token;
  }
  return false;
}

export function demand(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Refusal(otherwise);
}
