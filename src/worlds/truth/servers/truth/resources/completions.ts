import { type Query, query } from "../../../../../kernel/index.ts";
import { RELATIONSHIP_TYPES } from "../../../model/relationship.ts";
import { knownSchemas } from "../../../read/known-schemas.ts";
import { monthsWithEvents } from "../../../store/timeline-store.ts";
import type { Truth } from "../../../truth.ts";

const VALUES_MAX = 100;
const TYPED_CHARS_MAX = 100;

/** Values of one part of an address that begin as typed and fit the parts given already. Ids are ranges of their index. */
export async function completions(
  { scope, tenant }: Truth,
  argument: string,
  typed: string,
  given: Readonly<Record<string, string>>,
): Promise<string[]> {
  if (typed.length > TYPED_CHARS_MAX) return [];
  const fits = (value: string) => value.startsWith(typed);
  const range = query`tenant_id = ${tenant} and id >= ${typed} and id < ${`${typed}\u{10FFFF}`}`;
  const ordered = query`order by id limit ${VALUES_MAX}`;
  const ids = async (found: Query) => (await scope.sql.all<{ id: string }>(found)).map(({ id }) => id);
  switch (argument) {
    case "entity_type":
      return (await knownSchemas(scope.sql, tenant)).map(({ entity_type }) => entity_type).filter(fits);
    case "relationship_type":
      return RELATIONSHIP_TYPES.filter(fits).sort();
    case "entity_id":
      // An expression: by the bare column SQLite would sort all live entities instead of walking the few ids.
      return ids(query`select id from truth_entity where ${range} and live + 0 = 1 ${ordered}`);
    case "source_id":
      return ids(query`select id from truth_source where ${range} ${ordered}`);
    case "year":
    case "month": {
      const { year } = given;
      const months = (await monthsWithEvents(scope.sql, tenant, VALUES_MAX)).filter(
        (month) => argument === "year" || year === undefined || month.startsWith(`${year}-`),
      );
      const parts = months.map((month) => (argument === "year" ? month.slice(0, 4) : month.slice(5)));
      return [...new Set(parts)].filter(fits).sort();
    }
    default:
      return [];
  }
}
