import { defineWorld } from "../../kernel/index.ts";

/** One door over all worlds: what is said goes in, what is known comes out, each answer with its proof. It keeps nothing. */
export const home = defineWorld({
  name: "home",
  servers: ["home"],
  migrations: [],
  load: async () => (await import("./world.ts")).homeWorld,
});
