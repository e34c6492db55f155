import { readCanonical } from "../files/read-canonical.ts";
import type { Instructions } from "../instructions.ts";
import { compareWith, type Drift, shortened } from "../model/drift.ts";

/** How the catalog differs from what was declared canonical, where that feature is on. */
export function driftOf({ features, dataFolder, catalog, whole }: Instructions): Drift | undefined {
  if (!features.has("drift")) return undefined;
  return shortened(compareWith(readCanonical(dataFolder), catalog.entries), whole);
}
