import { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import { query } from "../query.ts";
import type { Migration } from "../sql.ts";
import type { Database } from "./database.ts";

/** Stands among the migrations of a database that is being filled from another: nobody takes it for a whole one. */
const COPYING = "copying, not finished";

/** Known only to whoever fills it. */
export const copyingMigration: Migration = { name: COPYING, up: () => [] };

/** Refuses a database that is half filled, and to fill one that somebody uses. */
export function refuseHalf(applied: ReadonlySet<string>, known: ReadonlySet<string>): void {
  const [isHalf, isFilling] = [applied.has(COPYING), known.has(COPYING)];
  if (isHalf && !isFilling) {
    throw new KernelError(
      "storage_refused",
      "A migration into this database is not finished: run `bailiwick migrate` again",
    );
  }
  if (isFilling && !isHalf && applied.size > 0) {
    throw new KernelError(
      "storage_refused",
      "The database to migrate into holds data already: name an empty one, or move bailiwick.db away",
    );
  }
}

/** From here on it is a database like any other; whoever filled it has no more to do with it. */
export async function finishCopying(database: Database): Promise<void> {
  await database.write(EVERY_TENANT, (sql) => sql.run(query`delete from schema_migration where name = ${COPYING}`));
}
