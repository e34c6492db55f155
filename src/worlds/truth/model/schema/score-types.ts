import type { EntitySchema } from "./types/entity-schema.ts";

export interface TypeScore {
  readonly schema: EntitySchema;
  /** From 0 to 1. */
  readonly score: number;
  readonly match_type: "keyword" | "vector";
}

/** Points of a keyword match that is good enough to look no further. */
const GOOD_POINTS = 3;
const FULL_POINTS = 10;

/** Cosines of the bundled model: words that mean nothing here stay below, measured over everyday words. */
const MEANING_MIN = 0.3;
/** What is far behind the nearest only happens to be near. */
const MEANING_SHARE_MIN = 0.6;
const VECTOR_RESULTS_MAX = 10;
/** A word that means a type counts for nearly as much as its name; later ones in a list a little less. */
const MEANING_SCORE = 0.9;
const MEANING_STEP = 0.05;
/** So alike that a word is the other, misspelt; less alike it is another word. */
const SPELLING_MIN = 0.6;
const SPELLING_WEIGHT = 0.8;

/** What people call things, by the types they may mean. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  payment: ["transaction", "invoice", "receipt"],
  money: ["transaction", "income", "balance", "account"],
  spending: ["transaction", "purchase", "fixed_cost"],
  cost: ["fixed_cost", "transaction", "purchase"],
  food: ["meal"],
  nutrition: ["meal"],
  diet: ["meal"],
  sport: ["workout", "exercise"],
  fitness: ["workout", "exercise", "habit"],
  people: ["person", "contact"],
  human: ["person", "contact"],
  customer: ["contact", "company", "person"],
  vendor: ["company", "invoice"],
  business: ["company"],
  calendar: ["event"],
  schedule: ["event", "task"],
  document: ["note", "contract", "research"],
  work: ["task", "project"],
  house: ["property", "address"],
  crypto: ["crypto_transaction", "wallet", "holding"],
  stock: ["holding"],
  feeling: ["emotion"],
  idea: ["note", "belief", "argument"],
  chat: ["message"],
  code: ["codebase_entity", "release", "feature_unit"],
};

/** The types whose names or fields have a keyword, best first; nothing where they say too little. */
export function typesWithWord(keyword: string, schemas: readonly EntitySchema[]): readonly TypeScore[] {
  const word = wordOf(keyword);
  if (word === "") return [];
  const points = schemas.map((schema) => ({ schema, points: keywordPoints(word, schema) }));
  if (!points.some((one) => one.points >= GOOD_POINTS)) return [];
  const found = points.filter((one) => one.points > 0).sort((a, b) => b.points - a.points || byType(a, b));
  return found.map((one) => ({
    schema: one.schema,
    score: Math.min(one.points / FULL_POINTS, 1),
    match_type: "keyword",
  }));
}

function wordOf(keyword: string): string {
  return keyword
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}

/** What a type is, in words that a model can place. */
export function textOfType({ entity_type, description, fields }: EntitySchema): string {
  const told = description === "" ? Object.keys(fields).join(", ").replaceAll("_", " ") : description;
  return `${entity_type.replaceAll("_", " ")}: ${told}`;
}

/** The types that a keyword means, best first: by what people call them, a slip of the pen, and nearness where a model tells it. */
export function typesMeant(
  keyword: string,
  schemas: readonly EntitySchema[],
  nearness: (schema: EntitySchema) => number,
): readonly TypeScore[] {
  const word = wordOf(keyword);
  if (word === "") return [];
  const near = schemas.map(nearness);
  const least = Math.max(MEANING_MIN, MEANING_SHARE_MIN * Math.max(0, ...near));
  return schemas
    .map((schema, index) => {
      const close = near[index] ?? 0;
      const score = Math.max(likeness(word, schema), close >= least ? close : 0);
      return { schema, score: Math.min(score, 1), match_type: "vector" as const };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byType(a, b))
    .slice(0, VECTOR_RESULTS_MAX);
}

function byType(a: { schema: EntitySchema }, b: { schema: EntitySchema }): number {
  return a.schema.entity_type < b.schema.entity_type ? -1 : 1;
}

function keywordPoints(word: string, { entity_type, fields }: EntitySchema): number {
  const ofType = entity_type === word ? 10 : entity_type.includes(word) ? 5 : 0;
  const ofFields = Object.keys(fields).map((field) => (field === word ? 3 : field.includes(word) ? 1 : 0));
  return ofFields.reduce<number>((sum, points) => sum + points, ofType);
}

function likeness(word: string, schema: EntitySchema): number {
  const meant = meaningScore(word, schema);
  const spelt = [schema.entity_type, ...schema.aliases].map((text) => cosine(grams(word), grams(text)));
  return Math.max(meant, ...spelt.map((alike) => (alike >= SPELLING_MIN ? SPELLING_WEIGHT * alike : 0)));
}

function meaningScore(word: string, schema: EntitySchema): number {
  const singular = word.replace(/s$/, "");
  const meant = [word, singular].flatMap((form) => (Object.hasOwn(MEANINGS, form) ? (MEANINGS[form] ?? []) : []));
  const place = meant.indexOf(schema.entity_type);
  if (place !== -1) return MEANING_SCORE - place * MEANING_STEP;
  return schema.aliases.some((alias) => alias === word || alias === singular) ? MEANING_SCORE : 0;
}

/** The two- and three-letter pieces of a word, counted. */
function grams(word: string): ReadonlyMap<string, number> {
  const padded = ` ${word} `;
  const counts = new Map<string, number>();
  for (const size of [2, 3]) {
    for (let start = 0; start + size <= padded.length; start += 1) {
      const gram = padded.slice(start, start + size);
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
  }
  return counts;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [gram, count] of a) product += count * (b.get(gram) ?? 0);
  return product === 0 ? 0 : product / Math.sqrt(squares(a) * squares(b));
}

function squares(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count * count, 0);
}
