import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { consistencyPath, createTree, inclusionPath } from "./merkle.ts";

const hashes = Array.from({ length: 40 }, (_, n) => createHash("sha256").update(`entry ${n}`).digest("hex"));
const leavesOf = (size: number) => Buffer.from(hashes.slice(0, size).join(""), "hex");

function rootOf(size: number): string {
  const tree = createTree();
  for (const hash of hashes.slice(0, size)) tree.add(hash);
  return tree.root();
}

/** The definition of RFC 9162, 2.1.1, word for word. */
function defined(leaves: readonly string[]): Buffer {
  const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.from([0]), Buffer.from(leaves[0] ?? "", "hex"));
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Buffer.from([1]), defined(leaves.slice(0, k)), defined(leaves.slice(k)));
}

test("the root is the one that RFC 9162 defines, at every size", () => {
  for (let size = 0; size <= hashes.length; size++) {
    expect(rootOf(size)).toBe(defined(hashes.slice(0, size)).toString("hex"));
  }
});

test("paths are as long as the tree is high, and no longer", () => {
  for (let size = 1; size <= hashes.length; size++) {
    const height = Math.ceil(Math.log2(size));
    for (let index = 0; index < size; index++)
      expect(inclusionPath(leavesOf(size), index).length).toBeLessThanOrEqual(height);
    for (let before = 1; before < size; before++) {
      expect(consistencyPath(leavesOf(size), before).length).toBeLessThanOrEqual(height + 1);
    }
  }
});
