import type { WorldCode } from "../../kernel/index.ts";
import { importDemo } from "./demo/import-demo.ts";
import { createHouse, type House, type Instructions, openInstructions } from "./instructions.ts";
import { catalogPage } from "./servers/instructions/catalog-page.ts";
import { instructionsServer, TOOLS } from "./servers/instructions/index.ts";
import { exportInstructions } from "./write/export-instructions.ts";
import { importInstructions } from "./write/import-instructions.ts";

/** What runs of this world. */
export const instructionsWorld: WorldCode<Instructions, House> = {
  servers: [instructionsServer],
  projections: [],
  start: createHouse,
  open: (house, scope) => openInstructions(house, scope, TOOLS),
  apply: async () => {},
  importers: { instructions: importInstructions },
  exporters: { instructions: exportInstructions },
  pages: { instructions: catalogPage },
  demo: importDemo,
  async close(house, { installation }) {
    await house.usage.close(house.env, installation.derive);
    house.catalog.close();
  },
};
