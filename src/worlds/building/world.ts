import type { WorldCode } from "../../kernel/index.ts";
import { applyBuilding } from "./apply/apply.ts";
import { checkBuilding } from "./apply/check.ts";
import { touchesOf } from "./apply/touches.ts";
import { type Building, type Lifetime, openBuilding } from "./building.ts";
import { exportsFolder } from "./config.ts";
import { makeDemo } from "./demo/make-demo.ts";
import { createIfcFileAccess } from "./files/ifc-file-access.ts";
import { blobsOfEntry } from "./model/blobs-of-entry.ts";
import { createSolids } from "./model/solids/solids.ts";
import { StateCache } from "./model/state/state-cache.ts";
import { documentationServer } from "./servers/documentation/index.ts";
import { geometryServer } from "./servers/geometry/index.ts";
import { modelServer } from "./servers/model/index.ts";
import { spatialServer } from "./servers/spatial/index.ts";
import { validationServer } from "./servers/validation/index.ts";
import { countElements } from "./store/element-store.ts";
import { countProjects } from "./store/project-store.ts";
import { DERIVATIONS, PROJECTIONS } from "./store/projections.ts";
import { eraseModel } from "./write/erase.ts";
import { importIfcFile } from "./write/import-ifc-file.ts";

/** What runs of this world. */
export const buildingWorld: WorldCode<Building, Lifetime> = {
  servers: [geometryServer, spatialServer, validationServer, documentationServer, modelServer],
  projections: PROJECTIONS,
  follows: DERIVATIONS,
  start: (host) => ({
    solids: createSolids(),
    states: new StateCache(),
    files: createIfcFileAccess(host),
    parse: host.parse,
    exportsFolder: exportsFolder(host),
  }),
  open: openBuilding,
  apply: applyBuilding,
  touches: touchesOf,
  check: checkBuilding,
  erases: { model: eraseModel },
  counts: async (_lifetime, sql) => ({ models: await countProjects(sql), elements: await countElements(sql) }),
  demo: (_lifetime, host) => makeDemo(host),
  blobsOf: blobsOfEntry,
  importers: { ifc: (_lifetime, path, host) => importIfcFile(path, host) },
  close: ({ solids }) => solids.close(),
};
