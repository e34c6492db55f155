import { type ReindexHost, type SearchAnswer, sha256 } from "../../../kernel/index.ts";
import type { Instructions, Lifetime } from "../instructions.ts";
import type { InstructionEntry } from "../model/entry.ts";
import { createIndexedStore } from "../store/indexed-store.ts";

export const SPACE = "instructions";
/** Stands for all entries together. No id looks like it. */
export const EVERYTHING = "*";

/** Search by meaning: the kernel's index, brought in step with the entries before each question. */
export async function findByMeaning(instructions: Instructions, text: string, limit: number): Promise<SearchAnswer> {
  await bringInStep(instructions);
  return instructions.scope.installation.search.find({ space: SPACE, text, limit });
}

async function bringInStep({ scope, catalog }: Instructions): Promise<void> {
  const entries = catalog.entries.all();
  const { wanted, everything } = digestsOf(entries);
  const { id, derive } = scope.installation;
  await derive(async ({ sql, search }) => {
    const store = createIndexedStore(sql, id);
    if ((await store.digestOf(EVERYTHING)) === everything) return;
    const indexed = await store.all();
    const changed = entries.filter(({ id }) => indexed.get(id) !== wanted.get(id));
    const gone = [...indexed.keys()].filter((id) => id !== EVERYTHING && !wanted.has(id));
    if (gone.length > 0) await search.remove(SPACE, gone);
    if (changed.length > 0) await search.index(changed.map(toDocument));
    await store.forget(gone);
    await store.put(
      new Map([...changed.map(({ id }) => [id, wanted.get(id) ?? ""] as const), [EVERYTHING, everything]]),
    );
  });
}

/** What of the entries is to be indexed: one digest for each, and one for all together. */
export function digestsOf(entries: readonly InstructionEntry[]) {
  const wanted = new Map(entries.map((entry) => [entry.id, digestOf(entry)]));
  return { wanted, everything: sha256([...wanted].join("|")) };
}

/**
 * Makes the next question look at every entry again, and removes what was never one. An entry that is indexed as it
 * should be keeps its vector.
 */
export async function forgetMeanings(_lifetime: Lifetime, { installation }: ReindexHost): Promise<void> {
  await installation.derive(async ({ sql, search }) => {
    const store = createIndexedStore(sql, installation.id);
    const known = [...(await store.all()).keys()];
    await search.retain(SPACE, new Set(known));
    await store.put(new Map(known.map((id) => [id, ""])));
  });
}

function toDocument(entry: InstructionEntry) {
  return { space: SPACE, id: entry.id, unit: "instruction" as const, text: textOf(entry) };
}

function textOf({ title, body }: InstructionEntry): string {
  return `${title}\n${body}`;
}

function digestOf(entry: InstructionEntry): string {
  return sha256(textOf(entry));
}
