import type { WorldCode } from "../../kernel/index.ts";
import { applyTruth } from "./apply/apply.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { createFileAccess } from "./files/file-access.ts";
import { blobsOfEntry } from "./model/blobs-of-entry.ts";
import { truthServer } from "./servers/truth/index.ts";
import { PROJECTIONS } from "./store/projections.ts";
import { type Lifetime, openTruth, type Truth } from "./truth.ts";

/** What runs of this world. */
export const truthWorld: WorldCode<Truth, Lifetime> = {
  servers: [truthServer],
  projections: PROJECTIONS,
  start: (host) => ({ files: createFileAccess(host) }),
  open: openTruth,
  apply: applyTruth,
  blobsOf: blobsOfEntry,
  demo: (_lifetime, host) => makeDemo(host),
};
