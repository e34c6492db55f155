import { type Derived, type Files, KernelError } from "../../../kernel/index.ts";
import { writeFiles } from "../files/write-files.ts";
import type { Instructions } from "../instructions.ts";
import { enrichmentEdits } from "../model/enrich.ts";
import type { Entries } from "../model/entries.ts";
import type { FirstSeen } from "../model/normalise.ts";
import { adopt, currentEntries, firstSeenIn, recall } from "./recall.ts";

/** The entries as the files say now; what must not move later is remembered. */
export async function readEntries(instructions: Instructions): Promise<Entries> {
  const entries = await currentEntries(instructions);
  await settle(instructions);
  return entries;
}

/** Where there is no database to remember in, dates and summaries are simply derived. */
const NOWHERE_TO_REMEMBER = new Set(["storage_missing", "storage_unwritable", "schema_older", "read_only"]);

/** Remembers what new entries say of themselves, so that a later edit of the body alone moves no governance hash. */
async function settle(instructions: Instructions): Promise<void> {
  const { catalog, scope, environment } = instructions;
  const { unsettled, forgotten } = catalog.entries;
  if (unsettled.size === 0 && forgotten.size === 0 && !enriches(instructions)) return;
  try {
    if (environment.readOnly) await recall(instructions);
    else {
      const enriched = await scope.installation.derive((derived) => remember(instructions, derived));
      await catalog.reread(enriched, scope.env.now());
    }
  } catch (error) {
    if (!(error instanceof KernelError && NOWHERE_TO_REMEMBER.has(error.code))) throw error;
    scope.log.debug({ code: error.code }, "what instructions said when first seen is not remembered");
  }
}

/** Answers with the names of files that are enriched once this is committed. */
async function remember(instructions: Instructions, { sql, files }: Derived): Promise<string[]> {
  const { catalog, scope } = instructions;
  const store = firstSeenIn(sql);
  const { unsettled, forgotten } = catalog.entries;
  const nowMs = scope.env.now();
  const gone = [...forgotten];
  const ids = [...unsettled];
  await store.forget(gone);
  const known = await store.find(ids);
  const fresh = new Map(ids.filter((id) => !known.has(id)).flatMap((id) => seenNow(catalog.entries, id)));
  await store.insert(fresh);
  for (const id of gone) forgotten.delete(id);
  await adopt(instructions, new Map([...known, ...fresh]), nowMs);
  return enriches(instructions) ? enrich(instructions, files, nowMs) : [];
}

/** Whether what was derived is also to be put into files. */
function enriches({ environment, state, catalog }: Instructions): boolean {
  return environment.mutation && state.enrichmentProblem === undefined && catalog.entries.bare.size > 0;
}

async function enrich({ catalog, scope, state }: Instructions, files: Files, nowMs: number): Promise<string[]> {
  try {
    // Finished once begun: whoever cancels a read has not asked for it.
    return await writeFiles({ folder: catalog.folder, files, nowMs }, enrichmentEdits(catalog.entries));
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    // Enrichment is a service to the files; whoever only reads must not fail for it.
    state.enrichmentProblem = error.message;
    scope.log.warn({}, "instruction files could not be enriched");
    return [];
  }
}

function seenNow(entries: Entries, id: string): [string, FirstSeen][] {
  const entry = entries.get(id);
  return entry === undefined ? [] : [[id, { summary: entry.semanticSummary, createdAt: entry.createdAt }]];
}
