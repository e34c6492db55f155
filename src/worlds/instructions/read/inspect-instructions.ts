import {
  type Event,
  type Finding,
  INSTALLATION,
  type IndexedDocument,
  type IndexedDocuments,
  type InspectHost,
  sha256,
} from "../../../kernel/index.ts";
import { type Catalog, createCatalog } from "../files/catalog.ts";
import type { Lifetime } from "../instructions.ts";
import { CHANGED, type Change } from "../model/changes.ts";
import { digestsOf, EVERYTHING, SPACE } from "../search/meaning.ts";
import { createIndexedStore } from "../store/indexed-store.ts";

/** What the index says of an entry that the next question would take up again anyway. */
const TO_BE_TAKEN_UP = "";

/**
 * Whether the index of meaning is what was taken up from the files, and what was taken up is what it claims to be. Files
 * that have changed since are taken up by the next question, and are no finding. Nothing is written.
 */
export async function* inspectInstructions(
  { catalog: { folder }, environment }: Lifetime,
  { sql, env, index, entries, progress }: InspectHost,
): AsyncIterable<Finding> {
  progress(0, 0, "checking the index of instructions");
  const indexed = await createIndexedStore(sql, INSTALLATION).all();
  const everything = indexed.get(EVERYTHING);
  indexed.delete(EVERYTHING);
  yield* wrongDocuments(index(INSTALLATION), indexed);
  // A catalog of its own: that of the process goes on watching, and remembers.
  const catalog = createCatalog({ folder, alwaysReload: true, trailingNewline: environment.trailingNewline });
  await catalog.refresh(env.now());
  yield* changedByHand(await entries("instructions", [CHANGED]), catalog);
  if (everything === undefined || everything === TO_BE_TAKEN_UP) return;
  const now = digestsOf(catalog.entries.all());
  if (now.everything !== everything) return;
  // The next question would look at nothing: so all must be as the files say.
  for (const id of new Set([...now.wanted.keys(), ...indexed.keys()])) {
    if (now.wanted.get(id) === indexed.get(id)) continue;
    yield { what: `instruction ${id}`, reason: "what is noted as indexed of it is not what its file says" };
    return;
  }
}

/** The files are canonical, so what people change in them is no fault; that it is not what the log had is worth a word. */
async function* changedByHand(changed: readonly Event[], catalog: Catalog): AsyncIterable<Finding> {
  const last = new Map<string, string | null>();
  for (const { payload } of changed) {
    // What was erased of an entry is no longer known.
    const { changes = [] } = (payload ?? {}) as unknown as { changes?: readonly Change[] };
    for (const { id, after } of changes) last.set(id, after);
  }
  for (const [id, after] of last) {
    const now = catalog.entries.get(id)?.sourceHash ?? null;
    if (now === after) continue;
    const reason = now === null ? "its file is gone, and the log has it" : "its body is not what the log last had";
    yield {
      what: `instruction ${id}`,
      reason: `${reason}; files are canonical there, so it was changed by hand`,
      isNote: true,
    };
  }
}

/** Of each kind, the first. */
async function* wrongDocuments(
  documents: IndexedDocuments,
  indexed: ReadonlyMap<string, string>,
): AsyncIterable<Finding> {
  const told = new Set<string>();
  const missing = new Set([...indexed].filter(([, digest]) => digest !== TO_BE_TAKEN_UP).map(([id]) => id));
  let before: string | undefined;
  for await (const some of documents.of(SPACE)) {
    for (const document of some) {
      const reason = document.id === before ? "it stands twice" : wrongWith(document, indexed.get(document.id));
      before = document.id;
      missing.delete(document.id);
      if (reason === undefined || told.has(reason)) continue;
      told.add(reason);
      yield { what: whatOf(document.id), reason };
    }
  }
  const [first] = missing;
  if (first !== undefined) yield { what: whatOf(first), reason: "it is missing, and is noted as indexed" };
}

function wrongWith(document: IndexedDocument, digest: string | undefined): string | undefined {
  const { id, unit, group_id, position, speaker, at, filters, until, text } = document;
  if (digest === undefined) return "no instruction says it";
  if (digest === TO_BE_TAKEN_UP) return undefined;
  if (until !== null) return "it has ended, and its instruction has not";
  if (typeof text !== "string" || sha256(text) !== digest) return "its text is not that of its instruction";
  const isPlain =
    unit === "instruction" && group_id === id && position === 0 && speaker === null && at === null && filters === "{}";
  return isPlain ? undefined : "it says more than its instruction";
}

function whatOf(id: string): string {
  return `document ${SPACE}/${id} of ${INSTALLATION}`;
}
