import type { EventRow } from "../events/index.ts";
import { type AnyCheckpoint, type Checkpoint, fingerprintAt } from "./checkpoint.ts";
import { createTree } from "./merkle.ts";

/** One tenant's log beside what a checkpoint saw of it, entry by entry from the first. */
export interface Comparison {
  wrongWith(row: EventRow): string | undefined;
  /** What is wrong with a log that ends here. */
  missingAfter(seq: number): string | undefined;
}

const NOTHING: Comparison = { wrongWith: () => undefined, missingAfter: () => undefined };

export function createComparison(checkpoint: AnyCheckpoint | undefined, tenant: string): Comparison {
  if (checkpoint === undefined) return NOTHING;
  if (!("logs" in checkpoint)) return compareFirstFormat(checkpoint.tenants[tenant]);
  const log = Object.hasOwn(checkpoint.logs, tenant) ? checkpoint.logs[tenant] : undefined;
  return log === undefined ? NOTHING : compareTree(log);
}

function compareTree({ size, head, root, fingerprints }: Checkpoint["logs"][string]): Comparison {
  const known = Buffer.from(fingerprints, "base64");
  const tree = createTree();
  return {
    wrongWith({ seq, hash }) {
      if (seq > size) return undefined;
      tree.add(hash);
      const fingerprint = fingerprintAt(known, seq);
      if (fingerprint !== undefined && !hash.startsWith(fingerprint)) return "differs from the checkpoint";
      if (seq < size || (hash === head && tree.root() === root)) return undefined;
      return `differs from the checkpoint: an entry from 1 to ${size} was rewritten`;
    },
    missingAfter: (seq) => (seq < size ? `is gone: the checkpoint saw ${size} entries` : undefined),
  };
}

interface FirstLog {
  readonly seq: number;
  readonly hash: string;
  /** Hashes on the way, by their place. */
  readonly anchors: Readonly<Record<string, string>>;
}

/** A checkpoint from before the log could forget knows entries by the hashes they had then. */
function compareFirstFormat(log: FirstLog | undefined): Comparison {
  if (log === undefined) return NOTHING;
  let since = 0;
  return {
    wrongWith({ seq, former_hash }) {
      const expected = seq === log.seq ? log.hash : log.anchors[String(seq)];
      if (expected === undefined) return undefined;
      if (expected !== former_hash) {
        return since === seq - 1
          ? "differs from the checkpoint"
          : `differs from the checkpoint: an entry from ${since + 1} to ${seq} was rewritten`;
      }
      since = seq;
      return undefined;
    },
    missingAfter: (seq) => (seq < log.seq ? `is gone: the checkpoint saw ${log.seq} entries` : undefined),
  };
}
