import { type Env, KernelError, type Scope, type Tool, type WorldHost } from "../../kernel/index.ts";
import { instructionsFolder, readEnvironment } from "./config.ts";
import { createCatalog } from "./files/catalog.ts";
import type { UsageSnapshot } from "./files/usage-snapshot.ts";
import { createUsageTracker } from "./files/usage-tracker.ts";
import { type Edit, writeFiles } from "./files/write-files.ts";
import type { Entries } from "./model/entries.ts";
import type { InstructionEntry } from "./model/entry.ts";
import { createFeatures } from "./model/features.ts";
import { createMethodTimings } from "./model/method-timings.ts";
import { readDrift } from "./read/drift.ts";
import { recall, settle } from "./read/settle.ts";
import { createMeaningIndex } from "./search/meaning.ts";
import { createSearchText } from "./search/search-text.ts";

/** The contract's words for a write that the operator has not allowed. */
const MUTATION_DISABLED = "Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable.";

export type House = ReturnType<typeof createHouse>;
export type Instructions = ReturnType<typeof openInstructions>;

/** What lives as long as the process: the catalog, the counts, the measurements. */
export function createHouse(host: WorldHost) {
  const environment = readEnvironment(host);
  const features = createFeatures(environment.features);
  const catalog = createCatalog({
    folder: instructionsFolder(host),
    alwaysReload: environment.alwaysReload,
    trailingNewline: environment.trailingNewline,
  });
  return {
    dataFolder: host.folder,
    environment,
    features,
    catalog,
    text: createSearchText(catalog.entries),
    usage: createUsageTracker(host.folder, features.has("window") || features.has("hotness")),
    timings: createMethodTimings(),
    /** Why files could not be enriched, when they could not. */
    enrichmentProblem: undefined as string | undefined,
    warnedOfFeatures: false,
    /** The last call's, for what is written at the end. */
    env: undefined as Env | undefined,
  };
}

/** What the tools of this world work with, for one call. */
export function openInstructions(house: House, scope: Scope, tools: readonly Tool<never>[]) {
  const { catalog, environment, features, usage } = house;
  house.env = scope.env;
  warnOfUnknownFeatures(house, scope);

  function requireMutation(): void {
    if (!environment.mutation) throw new KernelError("forbidden", MUTATION_DISABLED, { reason: "mutation_disabled" });
  }

  let counted: UsageSnapshot | undefined;
  const isEnriched = environment.mutation && house.enrichmentProblem === undefined;

  return {
    scope,
    environment,
    features,
    usage,
    tools,
    timings: house.timings,
    folder: catalog.folder,
    /** A method of its own is answered whole; tools/call in pages. */
    whole: scope.form === "method",
    requireMutation,
    /** The entries as the files say now; what must not move later is remembered. */
    async read(): Promise<Entries> {
      await catalog.refresh(scope.env.now());
      await settle(catalog, scope, {
        enriches: isEnriched,
        readOnly: environment.readOnly,
        onUnwritable(message) {
          house.enrichmentProblem = message;
          scope.log.warn({}, "instruction files could not be enriched");
        },
      });
      return catalog.entries;
    },
    /** The entries as the files say now, for a tool that only needs to know which there are. */
    async current(): Promise<Entries> {
      await catalog.refresh(scope.env.now());
      return catalog.entries;
    },
    /** The entries for a tool that changes files. It holds the write lock, so no other process writes until it ends. */
    async beginWrite(): Promise<Entries> {
      requireMutation();
      await catalog.refresh(scope.env.now());
      await recall(catalog, scope.sql, scope.env.now());
      return catalog.entries;
    },
    /** Makes the changes and takes them over; a rehearsal makes none. */
    async write(edits: readonly Edit[]): Promise<void> {
      if (scope.dryRun) return;
      const { env, signal, client } = scope;
      const nowMs = env.now();
      const progress = (done: number, total: number) => void client.progress(done, total, "files written");
      const writing = { folder: catalog.folder, newName: env.id, nowMs, signal, progress };
      await catalog.reread(await writeFiles(writing, edits), nowMs);
    },
    reloadAtNextLook: () => catalog.forget(),
    find: (words: string) => house.text.find(words),
    meaning: createMeaningIndex(scope, catalog.entries),
    /** A file of the folder that is about instructions. */
    readFile: (name: string) => catalog.read(name),
    /** An entry with how it was used, where that is counted. */
    withUsage(entry: InstructionEntry): InstructionEntry {
      // One look at the file for all entries of an answer.
      counted ??= features.has("usage") ? usage.snapshot() : new Map();
      const used = counted.get(entry.id);
      return used === undefined ? entry : { ...entry, usageCount: used.usageCount, lastUsedAt: used.lastUsedAt };
    },
    drift: () => (features.has("drift") ? readDrift(house.dataFolder, catalog.entries) : undefined),
    enrichmentProblem: () => house.enrichmentProblem,
  };
}

function warnOfUnknownFeatures(house: House, scope: Scope): void {
  if (house.warnedOfFeatures || house.features.unknown.length === 0) return;
  house.warnedOfFeatures = true;
  scope.log.warn({ count: house.features.unknown.length }, "INDEX_FEATURES names features that do not exist");
}
