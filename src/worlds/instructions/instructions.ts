import { type Env, type ImportHost, KernelError, type Scope, type Tool, type WorldHost } from "../../kernel/index.ts";
import { instructionsFolder, mayRead, readEnvironment } from "./config.ts";
import { createCatalog } from "./files/catalog.ts";
import { createUsageTracker } from "./files/usage-tracker.ts";
import { createFeatures } from "./model/features.ts";
import { createMethodTimings } from "./model/method-timings.ts";
import { createSearchText } from "./search/search-text.ts";

export type Lifetime = ReturnType<typeof createLifetime>;
export type Instructions = ReturnType<typeof openInstructions>;

interface State {
  /** Why files could not be enriched, when they could not. */
  enrichmentProblem?: string;
  warnedOfFeatures?: true;
  /** The last call's, for what is written at the end. */
  env?: Env;
}

/** What lives as long as the process: the catalog, the counts, the measurements. */
export function createLifetime(host: WorldHost) {
  const environment = readEnvironment(host);
  const features = createFeatures(environment.features);
  const catalog = createCatalog({
    folder: instructionsFolder(host),
    alwaysReload: environment.alwaysReload,
    trailingNewline: environment.trailingNewline,
  });
  const state: State = {};
  return {
    dataFolder: host.folder,
    mayRead: (user: string) => mayRead(host, user),
    environment,
    features,
    catalog,
    text: createSearchText(catalog.entries),
    usage: createUsageTracker(host.folder, features.has("window") || features.has("hotness")),
    timings: createMethodTimings(),
    state,
  };
}

/** What the tools of this world work with, for one call. */
export function openInstructions(lifetime: Lifetime, scope: Scope, tools: readonly Tool<never>[]) {
  if (!lifetime.mayRead(scope.caller.tenant)) {
    throw new KernelError("forbidden", "The operator has not opened the instruction folder to this user");
  }
  lifetime.state.env = scope.env;
  warnOfUnknownFeatures(lifetime, scope);
  return {
    ...lifetime,
    scope,
    tools,
    /** A method of its own is answered whole; tools/call in pages. */
    whole: scope.form === "method",
  };
}

/** Writes what is still in memory and lets go of the folder. */
export async function closeInstructions(
  { usage, catalog, state }: Lifetime,
  { installation }: Pick<ImportHost, "installation">,
) {
  await usage.close(state.env, installation.derive);
  catalog.close();
}

function warnOfUnknownFeatures({ features, state }: Lifetime, scope: Scope): void {
  if (state.warnedOfFeatures || features.unknown.length === 0) return;
  state.warnedOfFeatures = true;
  scope.log.warn({ count: features.unknown.length }, "INDEX_FEATURES names features that do not exist");
}
