import { bytes, demand, entryHashOf, type Given, node, plain, readHead, sha256 } from "./primitives.ts";

/**
 * Checks exported entries: each says what its hash covers, and stands where it should in a log whose tree is signed.
 * Of a log that is there whole this is told; of a part nobody can tell from it what was left out.
 */
export function checkAudit({ logs, entries }: Given, key: string): string {
  const known = new Map<string, { hashes: readonly string[]; seen: Set<number> }>();
  for (const { head: signed, hashes } of logs) {
    const head = readHead(signed, key);
    demand(!known.has(head.tenant), "one log stands there twice");
    demand(hashes.length === head.size && rootOf(hashes) === head.root, "the hashes are not those of the signed tree");
    known.set(head.tenant, { hashes, seen: new Set() });
  }
  for (const [at, one] of entries.entries()) {
    const { tenant, seq } = one.entry;
    const log = known.get(tenant);
    demand(log !== undefined, `entry ${at + 1} is of a log that is not there`);
    demand(!log.seen.has(seq), `entry ${at + 1} stands there twice`);
    demand(log.hashes[seq - 1] === entryHashOf(one), `entry ${at + 1} does not stand in its log`);
    log.seen.add(seq);
  }
  const parts = [...known].map(([tenant, { hashes, seen }]) => {
    const isWhole = seen.size === hashes.length;
    return `${isWhole ? "all" : `${seen.size} of`} ${hashes.length} entries of the log of ${plain(tenant)}`;
  });
  return parts.length === 0 ? "no entries" : parts.join(", ");
}

/** RFC 9162, 2.1.1. */
function rootOf(hashes: readonly string[]): string {
  let level = hashes.map((hash) => sha256(Buffer.from([0]), bytes(hash)));
  if (level.length === 0) return sha256().toString("hex");
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left !== undefined) above.push(right === undefined ? left : node(left, right));
    }
    level = above;
  }
  return (level[0] as Buffer).toString("hex");
}
