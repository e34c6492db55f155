import type { WorldCode } from "../../kernel/index.ts";
import { applyNoteWritten } from "./apply/note-written.ts";
import { type Conformance, openConformance } from "./conformance.ts";
import { conformanceServer } from "./servers/conformance/index.ts";
import { NOTES } from "./store/note-store.ts";

/** What runs of this world. */
export const conformanceWorld: WorldCode<Conformance, undefined> = {
  servers: [conformanceServer],
  projections: [NOTES],
  start: () => undefined,
  open: (_lifetime, scope) => openConformance(scope),
  apply: applyNoteWritten,
};
