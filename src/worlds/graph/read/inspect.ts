import { type Finding, type InspectHost, sha256 } from "../../../kernel/index.ts";
import { isSame } from "../model/delta/methods.ts";
import type { Memory } from "../model/memory.ts";
import { embedWords } from "../model/spaces/keywords.ts";
import { E6, eachSpace } from "../model/spaces/names.ts";
import { pack, unpack } from "../model/spaces/pack.ts";
import { Stores } from "../store/stores.ts";

/** Whether each memory is what its hash says, and its fingerprint is whole and of this very text. */
export async function* inspectGraph({ sql, tenants, progress, signal }: InspectHost): AsyncIterable<Finding> {
  for (const tenant of tenants) {
    const { memories, features } = new Stores(sql, tenant);
    const { memories: total } = await features.totals();
    let done = 0;
    for await (const some of memories.all()) {
      for (const memory of some) {
        if (signal.aborted) return;
        const reason = problemOf(memory);
        if (reason !== undefined) yield { what: `memory ${memory.id} of ${tenant}`, reason };
      }
      done += some.length;
      progress(done, total, "memories looked into");
    }
  }
}

function problemOf({ content, content_hash, fingerprint, created_at, session_position }: Memory): string | undefined {
  if (sha256(content) !== content_hash) return "its content does not fit its hash";
  try {
    const moment = { createdAt: created_at, position: session_position, now: created_at };
    const kept = unpack(fingerprint, moment);
    eachSpace((space) => kept.of(space));
    // The words are read back from the text as they were kept: whoever changes one must change the other.
    const words = unpack(
      pack((space) => (space === E6 ? embedWords(content) : kept.of(space))),
      moment,
    );
    return isSame(kept.of(E6), words.of(E6)) ? undefined : "its fingerprint is not of its content";
  } catch {
    return "its fingerprint cannot be read";
  }
}
