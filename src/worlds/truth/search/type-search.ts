import { type TypeScore, textOfType, typesMeant, typesWithWord } from "../model/schema/score-types.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";
import type { Truth } from "../truth.ts";

/** More than anybody describes; then it begins anew. */
const KEPT_MAX = 5000;

/** The types a keyword may mean: by name and field where that says enough, else by meaning. */
export async function searchTypes(
  truth: Truth,
  keyword: string,
  schemas: readonly EntitySchema[],
): Promise<{ readonly types: readonly TypeScore[]; readonly why: string | null }> {
  const named = typesWithWord(keyword, schemas);
  if (named.length > 0) return { types: named, why: null };
  const near = await nearnessTo(truth, keyword, schemas);
  if (typeof near === "string") return { types: typesMeant(keyword, schemas, () => 0), why: near };
  return { types: typesMeant(keyword, schemas, near), why: null };
}

/** How near each type is to a keyword in meaning, or why that cannot be told. */
async function nearnessTo(
  { scope, typeVectors }: Truth,
  keyword: string,
  schemas: readonly EntitySchema[],
): Promise<((schema: EntitySchema) => number) | string> {
  const asked = await scope.embed([keyword]);
  if ("absent" in asked) return asked.absent;
  const [vector] = asked.vectors;
  const keyOf = (schema: EntitySchema) => `${asked.model} ${textOfType(schema)}`;
  if (typeVectors.size > KEPT_MAX) typeVectors.clear();
  const missing = schemas.filter((schema) => !typeVectors.has(keyOf(schema)));
  const made = missing.length === 0 ? { vectors: [] } : await scope.embed(missing.map(textOfType));
  if ("absent" in made) return made.absent;
  missing.forEach((schema, index) => {
    const one = made.vectors[index];
    if (one !== undefined) typeVectors.set(keyOf(schema), one);
  });
  return (schema) => product(vector, typeVectors.get(keyOf(schema)));
}

/** Of vectors of length one: their cosine. */
function product(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one === undefined || other === undefined) return 0;
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
