import { defineWorld } from "../../kernel/index.ts";
import { truthTables } from "./migrations/001-truth.ts";
import { truthWinners } from "./migrations/002-winners.ts";
import { truthProof } from "./migrations/003-proof.ts";
import { RETRIEVE_BUDGET, STORE_BUDGET } from "./model/budgets.ts";

/** What is known about people, companies, invoices and the like: observations about entities, and what they come to. */
export const truth = defineWorld({
  name: "truth",
  servers: ["truth"],
  budgets: [STORE_BUDGET, RETRIEVE_BUDGET],
  migrations: [truthTables, truthWinners, truthProof],
  load: async () => (await import("./world.ts")).truthWorld,
});
