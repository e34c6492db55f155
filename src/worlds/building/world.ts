import type { WorldCode } from "../../kernel/index.ts";
import { applyBuilding } from "./apply/apply.ts";
import { type Building, type Lifetime, openBuilding } from "./building.ts";
import { createSolids } from "./model/solids/solids.ts";
import { StateCache } from "./model/state/state-cache.ts";
import { geometryServer } from "./servers/geometry/index.ts";
import { modelServer } from "./servers/model/index.ts";
import { spatialServer } from "./servers/spatial/index.ts";
import { DERIVATIONS, PROJECTIONS } from "./store/projections.ts";

/** What runs of this world. */
export const buildingWorld: WorldCode<Building, Lifetime> = {
  servers: [geometryServer, spatialServer, modelServer],
  projections: PROJECTIONS,
  follows: DERIVATIONS,
  start: () => ({ solids: createSolids(), states: new StateCache() }),
  open: openBuilding,
  apply: applyBuilding,
  close: ({ solids }) => solids.close(),
};
