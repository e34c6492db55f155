import type { WorldCode } from "../../kernel/index.ts";
import { applyTruth } from "./apply/apply.ts";
import { checkTruth } from "./apply/check.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { createFileAccess } from "./files/file-access.ts";
import { blobsOfEntry } from "./model/blobs-of-entry.ts";
import { touchesOf } from "./model/touches.ts";
import { inspectTruth } from "./read/inspect.ts";
import { truthServer } from "./servers/truth/index.ts";
import { DERIVATIONS } from "./store/derivations.ts";
import { countEntities } from "./store/entity-store.ts";
import { PROJECTIONS } from "./store/projections.ts";
import { countSources, showSource } from "./store/source-store.ts";
import { type Lifetime, openTruth, type Truth } from "./truth.ts";
import { eraseEntity, eraseSource, eraseUser } from "./write/erase/erase.ts";

/** What runs of this world. */
export const truthWorld: WorldCode<Truth, Lifetime> = {
  servers: [truthServer],
  projections: PROJECTIONS,
  start: (host) => ({ files: createFileAccess(host) }),
  open: openTruth,
  apply: applyTruth,
  touches: touchesOf,
  blobsOf: blobsOfEntry,
  follows: DERIVATIONS,
  check: checkTruth,
  erases: { entity: eraseEntity, source: eraseSource, user: eraseUser },
  inspect: (_lifetime, host) => inspectTruth(host),
  counts: async (_lifetime, sql) => ({ entities: await countEntities(sql), sources: await countSources(sql) }),
  shows: { source: showSource },
  demo: (_lifetime, host) => makeDemo(host),
};
