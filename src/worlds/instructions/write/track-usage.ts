import type { Instructions } from "../instructions.ts";
import { sum, type Usage } from "../model/usage.ts";
import { currentEntries } from "../read/recall.ts";

export interface Use {
  readonly id: string;
  readonly count?: number | undefined;
}

type Tracked = { readonly id: string } & Pick<Usage, "usageCount" | "firstSeenTs" | "lastUsedAt">;

/** Counts uses of entries; answers with their counts now, and with ids that no entry has. */
export async function trackUsage(instructions: Instructions, uses: readonly Use[]) {
  const { scope, usage, features } = instructions;
  const entries = await currentEntries(instructions);
  const known = uses.filter((use) => entries.get(use.id) !== undefined);
  const tracked: Tracked[] = [];
  let isFirst = false;
  for (const { id, count = 1 } of known) {
    const before = usage.of(id);
    const use = usage.used(count, scope.env.now());
    const { usageCount, firstSeenTs, lastUsedAt } = sum(before, use);
    tracked.push({ id, usageCount, firstSeenTs, lastUsedAt });
    isFirst ||= before === undefined;
    if (!scope.dryRun) usage.keep(id, use);
  }
  if (!scope.dryRun && known.length > 0) {
    features.count("propertyUpdate:usage", known.length);
    // A first use is kept at once: it tells since when an entry is in use.
    if (isFirst) await usage.flush(scope.env);
    else {
      usage.flushLater(scope.env, scope.installation.derive).catch((error) => {
        scope.log.error({ cause: String(error) }, "usage counts could not be written; they are kept for the next time");
      });
    }
  }
  return { tracked, notFound: uses.filter((use) => entries.get(use.id) === undefined).map((use) => use.id) };
}
