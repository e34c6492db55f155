import { defineWorld, type World } from "../../kernel/index.ts";
import { applyTruth } from "./apply/apply.ts";
import { checkConfig, type TruthHost } from "./config.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { createFileAccess } from "./files/file-access.ts";
import { truthTables } from "./migrations/001-truth.ts";
import { truthWinners } from "./migrations/002-winners.ts";
import { truthServer } from "./servers/truth/index.ts";
import { PROJECTIONS } from "./store/projections.ts";
import { openTruth, type Truth } from "./truth.ts";

export type { TruthHost } from "./config.ts";

const MIB = 1024 * 1024;

/** Makes the truth world: observations about entities, and what they come to. */
export function createTruth(host: TruthHost): World<Truth> {
  checkConfig(host.config);
  const lifetime = { files: createFileAccess(host) };
  const { messageMib } = host;
  return defineWorld<Truth>({
    name: "truth",
    servers: [messageMib === undefined ? truthServer : { ...truthServer, messageBytesMax: messageMib * MIB }],
    migrations: [truthTables, truthWinners],
    projections: PROJECTIONS,
    open: (scope) => openTruth(lifetime, scope),
    apply: applyTruth,
    demo: makeDemo,
  });
}
