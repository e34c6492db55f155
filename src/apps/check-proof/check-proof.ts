import { checkAudit } from "./check-audit.ts";
import {
  bytes,
  canonical,
  demand,
  entryHashOf,
  type Given,
  isHead,
  isSigned,
  node,
  parse,
  plain,
  Refusal,
  readHead,
  sha256,
} from "./primitives.ts";

// Checks a proof with nothing of what made it: a fault there must not be believed here.

/** What a proof shows, in one line; or why it shows nothing. */
export type Checked = { readonly shown: string } | { readonly refused: string };

export interface CheckOptions {
  /** The public key to believe: PEM, or DER in base64. */
  readonly key: string;
  /** A checkpoint kept from before, as its file holds it. */
  readonly checkpoint?: string | undefined;
}

/** Answers in words; never throws. */
export function checkProof(proofText: string, options: CheckOptions): Checked {
  try {
    return { shown: check(parse(proofText, "the proof"), options) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    return { refused: "the proof is not of the right shape" };
  }
}

function check(proof: Given, { key, checkpoint }: CheckOptions): string {
  if (proof.format === "bailiwick-audit-1") return checkAudit(proof, key);
  demand(proof.format === "bailiwick-proof-1", "this is no proof of Bailiwick");
  const head = readHead(proof.head, key);
  const kept = checkpoint === undefined ? undefined : keptLog(checkpoint, key, head.tenant);
  const when = `the log of ${plain(head.tenant)} with ${head.size} entries, signed ${new Date(head.at).toISOString()}`;
  if (proof.kind === "consistency") {
    demand(
      kept !== undefined,
      "whether the log has only grown needs the checkpoint it has grown from: --checkpoint FILE",
    );
    demand(kept.size === proof.since.size, "the proof is about another checkpoint than this");
    demand(hasGrown(kept, head, proof.path), "the log is not the one that the checkpoint saw, with entries added");
    return `only grown from ${kept.size} entries of the checkpoint: ${when}`;
  }
  demand(proof.kind === "inclusion", "this is a proof of a kind that is not known here");
  if (kept !== undefined) {
    demand(kept.size === head.size && kept.root === head.root, "the tree is not the one that the checkpoint saw");
  }
  const { entry } = proof;
  demand(entry.tenant === head.tenant, "the entry is of another log than the tree");
  const hash = entryHashOf(proof);
  demand(isIncluded(hash, entry.seq - 1, head, proof.path), "the entry does not stand in the tree");
  const at = new Date(entry.at).toISOString();
  const kind = `${plain(entry.server)} ${plain(entry.tool)}, ${plain(entry.kind)}, ${at}`;
  const what = `entry ${plain(entry.seq)} ${plain(entry.id)} (${kind})`;
  // That it was erased only the log can show: whoever passes a proof on may have taken the words out.
  if (proof.body === null) return `${what} stands in ${when}; what it said is not shown: it was erased, or left out`;
  return `${what} stands in ${when}`;
}

/** What a checkpoint says of one log. */
function keptLog(text: string, key: string, tenant: string): { size: number; root: string } {
  const { signature, ...statement } = parse(text, "the checkpoint");
  demand(statement.format === "bailiwick-checkpoint-2", "the checkpoint is of a format that has no tree");
  demand(isSigned(key, canonical(statement), signature), "the checkpoint is not signed with the key that was given");
  demand(Object.hasOwn(statement.logs, tenant), "the checkpoint does not know this log");
  demand(isHead({ ...statement.logs[tenant], tenant, at: statement.at }), "the checkpoint is not of the right shape");
  return statement.logs[tenant];
}

/** RFC 9162, 2.1.3.2. */
function isIncluded(entryHash: string, index: number, head: { size: number; root: string }, path: string[]): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= head.size) return false;
  let [place, last] = [index, head.size - 1];
  let hash = sha256(Buffer.from([0]), bytes(entryHash));
  for (const step of path) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = node(bytes(step), hash);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      hash = node(hash, bytes(step));
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && hash.toString("hex") === head.root;
}

/** RFC 9162, 2.1.4.2. */
function hasGrown(
  before: { size: number; root: string },
  head: { size: number; root: string },
  path: string[],
): boolean {
  if (before.size > head.size) return false;
  if (before.size === head.size) return path.length === 0 && before.root === head.root;
  if (before.size === 0) return path.length === 0;
  const steps = isPowerOfTwo(before.size) ? [before.root, ...path] : path;
  let [place, last] = [before.size - 1, head.size - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  const [first, ...rest] = steps.map(bytes);
  if (first === undefined) return false;
  let [old, now] = [first, first];
  for (const step of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [old, now] = [node(step, old), node(step, now)];
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      now = node(now, step);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && old.toString("hex") === before.root && now.toString("hex") === head.root;
}

function half(n: number): number {
  return Math.floor(n / 2);
}

function isPowerOfTwo(n: number): boolean {
  return 2 ** Math.round(Math.log2(n)) === n;
}
