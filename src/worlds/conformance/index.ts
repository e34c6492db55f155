import { defineWorld } from "../../kernel/index.ts";
import { applyNoteWritten } from "./apply/note-written.ts";
import { type Conformance, openConformance } from "./conformance.ts";
import { note } from "./migrations/001-note.ts";
import { conformanceServer } from "./servers/conformance/index.ts";
import { NOTES } from "./store/note-store.ts";

/** The world the kernel is proven with before any other exists. */
export const conformance = defineWorld<Conformance>({
  name: "conformance",
  servers: [conformanceServer],
  migrations: [note],
  projections: [NOTES],
  open: openConformance,
  apply: applyNoteWritten,
});
