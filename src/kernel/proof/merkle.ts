import { hash } from "node:crypto";

// The tree of RFC 9162, section 2.1: leaves and inner nodes are hashed apart, so that none can pass for the other.
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
const HASH_BYTES = 32;

/** Hashes of entries, one behind the other. */
export type Leaves = Buffer;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash("sha256", Buffer.concat(parts), "buffer");

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** Takes the leaves one by one and knows the root of all so far, with no more than one hash a level. */
export function createTree() {
  const complete: { readonly size: number; readonly hash: Buffer }[] = [];
  let size = 0;
  return {
    add(entryHash: string): void {
      let node = { size: 1, hash: sha256(LEAF, Buffer.from(entryHash, "hex")) };
      for (let last = complete.at(-1); last?.size === node.size; last = complete.at(-1)) {
        complete.pop();
        node = { size: node.size * 2, hash: nodeHash(last.hash, node.hash) };
      }
      complete.push(node);
      size += 1;
    },
    size: () => size,
    root(): string {
      const whole = complete.reduceRight<Buffer | undefined>(
        (right, { hash: left }) => (right === undefined ? left : nodeHash(left, right)),
        undefined,
      );
      return (whole ?? sha256()).toString("hex");
    },
  };
}

/** What an outsider needs besides an entry and a root, to see that the entry is in the tree: RFC 9162, 2.1.3.1. */
export function inclusionPath(leaves: Leaves, index: number): string[] {
  return pathWithin(leaves, index, 0, sizeOf(leaves)).map((node) => node.toString("hex"));
}

function pathWithin(leaves: Leaves, index: number, from: number, to: number): Buffer[] {
  if (to - from === 1) return [];
  const middle = from + halfOf(to - from);
  return index < middle
    ? [...pathWithin(leaves, index, from, middle), rootOf(leaves, middle, to)]
    : [...pathWithin(leaves, index, middle, to), rootOf(leaves, from, middle)];
}

/** What shows that the tree of the first `size` leaves has only grown since: RFC 9162, 2.1.4.1. */
export function consistencyPath(leaves: Leaves, size: number): string[] {
  if (size === 0 || size === sizeOf(leaves)) return [];
  return grownWithin(leaves, size, 0, sizeOf(leaves), true).map((node) => node.toString("hex"));
}

function grownWithin(leaves: Leaves, size: number, from: number, to: number, whole: boolean): Buffer[] {
  if (size === to - from) return whole ? [] : [rootOf(leaves, from, to)];
  const half = halfOf(to - from);
  return size <= half
    ? [...grownWithin(leaves, size, from, from + half, whole), rootOf(leaves, from + half, to)]
    : [...grownWithin(leaves, size - half, from + half, to, false), rootOf(leaves, from, from + half)];
}

function rootOf(leaves: Leaves, from: number, to: number): Buffer {
  if (to - from === 1) return sha256(LEAF, leaves.subarray(from * HASH_BYTES, to * HASH_BYTES));
  const middle = from + halfOf(to - from);
  return nodeHash(rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

/** The largest power of two below. */
function halfOf(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

function sizeOf(leaves: Leaves): number {
  return leaves.length / HASH_BYTES;
}
