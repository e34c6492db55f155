import { KernelError, type Scope, type Sql } from "../../../kernel/index.ts";
import type { Catalog } from "../files/catalog.ts";
import { writeFiles } from "../files/write-files.ts";
import { enrichmentEdits } from "../model/enrich.ts";
import { fileOf } from "../model/names.ts";
import type { FirstSeen } from "../model/normalise.ts";
import { createFirstSeenStore } from "../store/first-seen-store.ts";

export interface SettleOptions {
  /** Whether what was derived is also put into the files. */
  readonly enriches: boolean;
  readonly readOnly: boolean;
  /** Called when the files cannot take it. */
  onUnwritable(message: string): void;
}

/** Where there is no database to remember in, dates and summaries are simply derived. */
const NOWHERE_TO_REMEMBER = new Set(["storage_missing", "storage_unwritable", "schema_older", "read_only"]);

/** Remembers what new entries say of themselves, so that a later edit of the body alone moves no governance hash. */
export async function settle(catalog: Catalog, scope: Scope, options: SettleOptions): Promise<void> {
  const { unsettled, forgotten, bare } = catalog.entries;
  const enriches = options.enriches && bare.size > 0;
  if (unsettled.size === 0 && forgotten.size === 0 && !enriches) return;
  try {
    if (options.readOnly) await recall(catalog, scope.sql, scope.env.now());
    else await scope.derive(({ sql }) => remember(catalog, sql, scope, options));
  } catch (error) {
    if (!(error instanceof KernelError && NOWHERE_TO_REMEMBER.has(error.code))) throw error;
    scope.log.debug({ code: error.code }, "what instructions said when first seen is not remembered");
  }
}

/** Takes over what is remembered and writes nothing: what a write does, whose transaction may still be undone. */
export async function recall(catalog: Catalog, sql: Sql, nowMs: number): Promise<void> {
  const ids = [...catalog.entries.unsettled];
  if (ids.length > 0) await adopt(catalog, await createFirstSeenStore(sql).find(ids), nowMs);
}

async function remember(catalog: Catalog, sql: Sql, scope: Scope, options: SettleOptions): Promise<void> {
  const store = createFirstSeenStore(sql);
  const { unsettled, forgotten, bare } = catalog.entries;
  const nowMs = scope.env.now();
  const gone = [...forgotten];
  const ids = [...unsettled];
  await store.forget(gone);
  const known = await store.find(ids);
  const fresh = new Map(ids.filter((id) => !known.has(id)).flatMap((id) => seenNow(catalog, id)));
  await store.insert(fresh);
  for (const id of gone) forgotten.delete(id);
  await adopt(catalog, new Map([...known, ...fresh]), nowMs);
  if (!options.enriches || bare.size === 0) return;
  try {
    const writing = { folder: catalog.folder, newName: scope.env.id, nowMs, signal: NEVER };
    await catalog.reread(await writeFiles(writing, enrichmentEdits(catalog.entries)), nowMs);
  } catch (error) {
    if (!(error instanceof KernelError)) throw error;
    // Enrichment is a service to the files; whoever only reads must not fail for it.
    options.onUnwritable(error.message);
  }
}

/** Enrichment is finished once begun: whoever cancels a read has not asked for it. */
const NEVER = new AbortController().signal;

async function adopt(catalog: Catalog, seen: ReadonlyMap<string, FirstSeen>, nowMs: number): Promise<void> {
  const differing = [...seen].filter(([id, one]) => catalog.entries.remember(id, one)).map(([id]) => fileOf(id));
  await catalog.reread(differing, nowMs);
}

function seenNow(catalog: Catalog, id: string): [string, FirstSeen][] {
  const entry = catalog.entries.get(id);
  return entry === undefined ? [] : [[id, { summary: entry.semanticSummary, createdAt: entry.createdAt }]];
}
