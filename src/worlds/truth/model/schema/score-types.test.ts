import { expect, test } from "vitest";
import { builtInSchemas, schemaFor } from "./built-in.ts";
import { typesMeant, typesWithWord } from "./score-types.ts";
import type { EntitySchema } from "./types/entity-schema.ts";

const scoreTypes = (keyword: string, schemas: readonly EntitySchema[]) => {
  const named = typesWithWord(keyword, schemas);
  return named.length > 0 ? named : typesMeant(keyword, schemas, () => 0);
};

const scores = (keyword: string) =>
  scoreTypes(keyword, builtInSchemas()).map(({ schema, score, match_type }) => [schema.entity_type, score, match_type]);

test("a type's own name matches best", () => {
  expect(scores("meal")).toEqual([["meal", 1, "keyword"]]);
  expect(scores("Tax Filing")[0]).toEqual(["tax_filing", 1, "keyword"]);
});

test("points: 10 for the name, 5 for part of it, 3 and 1 for a field or part of one", () => {
  const schemas = ["wallet", "crypto_transaction", "spaceship"].map(schemaFor);
  const found = scoreTypes("wallet", schemas).map(({ schema, score }) => [schema.entity_type, score]);
  expect(found).toEqual([
    ["wallet", 1],
    ["crypto_transaction", 0.1],
  ]);
  const hashes = scoreTypes("transaction_hash", schemas).map(({ schema, score }) => [schema.entity_type, score]);
  expect(hashes).toEqual([["crypto_transaction", 0.3]]);
});

test("a part of field names finds every type that has one", () => {
  const found = scores("date");
  expect(found.map(([type]) => type).sort()).toEqual(builtInSchemas().map(({ entity_type }) => entity_type));
  expect(new Set(found.map(([, , matchType]) => matchType))).toEqual(new Set(["keyword"]));
});

test("a word that names no type or field finds what it means", () => {
  expect(scores("payment").slice(0, 3)).toEqual([
    ["transaction", 0.9, "vector"],
    ["invoice", 0.9 - 0.05, "vector"],
    ["receipt", 0.9 - 0.1, "vector"],
  ]);
  expect(scores("food")[0]).toEqual(["meal", 0.9, "vector"]);
  expect(scores("meetings")[0]).toEqual(["event", 0.9, "vector"]);
});

test("a misspelt name finds what is spelt alike", () => {
  expect(scores("invoise")[0]?.slice(0, 1)).toEqual(["invoice"]);
  expect(scores("invoise")[0]?.[2]).toBe("vector");
});

test("what is near in meaning comes best first, at most ten, and nothing that is far behind the nearest", () => {
  const schemas = builtInSchemas();
  const nearest = (far: number) =>
    typesMeant("zzzqqq", schemas, ({ entity_type }) => (entity_type === "person" ? 0.9 : far)).map(
      ({ schema, score }) => [schema.entity_type, score],
    );
  expect(nearest(0.5)).toEqual([["person", 0.9]]);
  expect(nearest(0.6)).toHaveLength(10);
  expect(typesMeant("zzzqqq", schemas, () => 0.29)).toEqual([]);
});

test("words that are only spelt a little alike find nothing", () => {
  expect(scores("doctor")).toEqual([]);
});

test("nothing is like nothing", () => {
  expect([scores(""), scores("  "), scores("zzzqqq")]).toEqual([[], [], []]);
});
