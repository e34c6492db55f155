import { defineWorld } from "../../kernel/index.ts";
import { VARIABLES } from "./config.ts";
import { truthTables } from "./migrations/001-truth.ts";
import { truthWinners } from "./migrations/002-winners.ts";
import { truthProof } from "./migrations/003-proof.ts";
import { truthMemory } from "./migrations/004-memory.ts";
import { truthQuotes } from "./migrations/005-quotes.ts";
import { truthWithdrawn } from "./migrations/006-withdrawn.ts";
import { truthSchemas } from "./migrations/007-schemas.ts";
import { truthValues } from "./migrations/008-values.ts";
import { RETRIEVE_BUDGET, STORE_BUDGET } from "./model/budgets.ts";

/** Rows from before the table of values are filled in by the world's own code, which a new folder need not load. */
const values = truthValues(async (sql) => (await import("./world.ts")).fillValues(sql));

/** What is known about people, companies, invoices and the like: observations about entities, and what they come to. */
export const truth = defineWorld({
  name: "truth",
  servers: ["truth", "memory"],
  variables: VARIABLES,
  budgets: [STORE_BUDGET, RETRIEVE_BUDGET],
  importFlags: { "dry-run": { help: "say what would be brought in, and write nothing" } },
  migrations: [truthTables, truthWinners, truthProof, truthMemory, truthQuotes, truthWithdrawn, truthSchemas, values],
  load: async () => (await import("./world.ts")).truthWorld,
});
