import { RELATIONSHIP_TYPES } from "../../../model/relationship.ts";
import { knownSchemas } from "../../../read/known-schemas.ts";
import type { Truth } from "../../../truth.ts";

const VALUES_MAX = 100;
const TYPED_CHARS_MAX = 100;

/** Values of one part of an address that begin as typed and fit the parts given already. Ids are ranges of their index. */
export async function completions(
  truth: Truth,
  argument: string,
  typed: string,
  given: Readonly<Record<string, string>>,
): Promise<string[]> {
  if (typed.length > TYPED_CHARS_MAX) return [];
  const fits = (value: string) => value.startsWith(typed);
  switch (argument) {
    case "entity_type":
      return (await knownSchemas(truth)).map(({ entity_type }) => entity_type).filter(fits);
    case "relationship_type":
      return RELATIONSHIP_TYPES.filter(fits).sort();
    case "entity_id":
      return truth.entities.idsFrom(typed, VALUES_MAX);
    case "source_id":
      return truth.sources.idsFrom(typed, VALUES_MAX);
    case "year":
    case "month": {
      const { year } = given;
      const months = (await truth.timeline.months(VALUES_MAX)).filter(
        (month) => argument === "year" || year === undefined || month.startsWith(`${year}-`),
      );
      const parts = months.map((month) => (argument === "year" ? month.slice(0, 4) : month.slice(5)));
      return [...new Set(parts)].filter(fits).sort();
    }
    default:
      return [];
  }
}
