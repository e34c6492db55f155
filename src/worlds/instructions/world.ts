import type { WorldCode } from "../../kernel/index.ts";
import { importDemo } from "./demo/import-demo.ts";
import {
  closeInstructions,
  createLifetime,
  type Instructions,
  type Lifetime,
  openInstructions,
} from "./instructions.ts";
import { MUTATION, mutationDisabled } from "./model/mutation.ts";
import { inspectInstructions } from "./read/inspect-instructions.ts";
import { forgetMeanings } from "./search/meaning.ts";
import { catalogPage } from "./servers/instructions/catalog-page.ts";
import { instructionsServer } from "./servers/instructions/index.ts";
import { exportInstructions } from "./write/export-instructions.ts";
import { importInstructions } from "./write/import-instructions.ts";

/** What runs of this world. */
export const instructionsWorld: WorldCode<Instructions, Lifetime> = {
  servers: [instructionsServer],
  projections: [],
  start: createLifetime,
  open: (lifetime, scope) => openInstructions(lifetime, scope, instructionsServer.tools),
  apply: async () => {},
  requirements: { [MUTATION]: ({ environment }) => mutationDisabled(environment) },
  reindex: forgetMeanings,
  inspect: inspectInstructions,
  importers: { instructions: importInstructions },
  exporters: { instructions: exportInstructions },
  pages: { instructions: catalogPage },
  async counts({ catalog }, _sql, nowMs) {
    await catalog.refresh(nowMs);
    return { instructions: catalog.entries.all().length };
  },
  demo: importDemo,
  close: closeInstructions,
};
