import type { Json, JsonObject } from "../json.ts";

/** How long, how many, in which letters: a refusal says so to the few who come that far. */
const BOUNDS: ReadonlySet<string> = new Set([
  "additionalProperties",
  "maxItems",
  "maxLength",
  "minItems",
  "minLength",
  "pattern",
]);
const WHOLE_MAX = Number.MAX_SAFE_INTEGER;

/** The same input in fewer words: what every tool takes is told once in the server's instructions. */
export function briefInput({ $schema: _, ...schema }: JsonObject, common: readonly string[]): JsonObject {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonObject>);
  const brief = properties.map(([name, property]) => [name, common.includes(name) ? told(property) : property]);
  return inFewerWords({ ...schema, properties: Object.fromEntries(brief) }) as JsonObject;
}

/** An argument that the instructions explain, with its bounds. */
function told({ description: _, minimum: _least, maximum: _most, ...property }: JsonObject): JsonObject {
  return property;
}

/** The fields of an answer and their types; what they mean and hold is told in the reference. */
export function briefOutput({ type, properties }: JsonObject): JsonObject {
  const brief = Object.entries((properties ?? {}) as Record<string, JsonObject>).map(([name, property]) => [
    name,
    typeOf(property),
  ]);
  return { ...(type !== undefined && { type }), properties: Object.fromEntries(brief) };
}

function typeOf({ type, anyOf }: JsonObject): JsonObject {
  if (type !== undefined) return { type };
  const types = Array.isArray(anyOf) ? anyOf.map((one) => (one as JsonObject).type) : [];
  return types.length > 0 && types.every((one) => typeof one === "string") ? { type: types } : {};
}

function inFewerWords(value: Json): Json {
  if (Array.isArray(value)) return value.map(inFewerWords);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value as Readonly<Record<string, Json>>).filter(([name, inner]) => {
    const isWhole = (name === "minimum" || name === "maximum") && Math.abs(Number(inner)) === WHOLE_MAX;
    return !isWhole && !(BOUNDS.has(name) && typeof inner !== "object");
  });
  return Object.fromEntries(kept.map(([name, inner]) => [name, inFewerWords(inner)]));
}
