import type { WorldCode } from "../../kernel/index.ts";
import { applyTruth } from "./apply/apply.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { createFileAccess, type FileAccess } from "./files/file-access.ts";
import { truthServer } from "./servers/truth/index.ts";
import { PROJECTIONS } from "./store/projections.ts";
import { openTruth } from "./truth.ts";
import type { FilingTruth } from "./write/filing.ts";

/** What runs of this world. What lives as long as the process is which files tools may read. */
export const truthWorld: WorldCode<FilingTruth, FileAccess> = {
  servers: [truthServer],
  projections: PROJECTIONS,
  start: createFileAccess,
  open: (files, scope) => ({ ...openTruth({ filesRoots: files.rootsOf }, scope), files }),
  apply: applyTruth,
  demo: (_files, host) => makeDemo(host),
};
