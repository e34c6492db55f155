import { defineWorld } from "../../kernel/index.ts";
import { note } from "./migrations/001-note.ts";

/** The world the kernel is proven with before any other exists. */
export const conformance = defineWorld({
  name: "conformance",
  servers: ["conformance"],
  hidden: true,
  migrations: [note],
  load: async () => (await import("./world.ts")).conformanceWorld,
});
