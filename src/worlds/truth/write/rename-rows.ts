import { canonicalJson } from "../../../kernel/index.ts";
import { mayBe } from "../files/interpret/rename-rows.ts";
import { openJson } from "../files/quote/find-quote.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import { quoteHash, type RecordedQuote } from "../model/quote.ts";
import { type CheckedRow, dataOf } from "../model/row.ts";
import { nearName } from "../model/schema/near-name.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import { renameFields, typeMeant } from "../model/schema/synonyms.ts";
import type { Truth } from "../truth.ts";
import type { PlacedRow } from "./plan-rows.ts";
import { type NamedRow, readWrittenRows } from "./read-written-rows.ts";

export interface RenamedRows {
  readonly rows: readonly PlacedRow[];
  /** Whether any row is recorded under other names than it was given, or with what its words mean. */
  readonly isRenamed: boolean;
  readonly warnings: readonly Warning[];
}

/** The rows of a call under the names that their types and schemas know, and what was meant by names that nobody knows. */
export async function renameRows(
  truth: Truth,
  rows: readonly CheckedRow[],
  starts: readonly number[],
): Promise<RenamedRows> {
  const book = await truth.schemas.book();
  const types = await typesIn(truth, book, rows);
  const told = createTold();
  const near = createNear();
  const named: NamedRow[] = [];
  for (const [index, given] of rows.entries()) {
    const entity_type = types.get(given.entity_type) ?? given.entity_type;
    const schema = book.of(entity_type);
    const { row: data, given: names } = renameFields(schema, dataOf(given), mayBe);
    if (!schema.open) {
      for (const field of Object.keys(data)) {
        const meant = Object.hasOwn(schema.fields, field)
          ? undefined
          : near(`${entity_type}.${field}`, field, () => Object.keys(schema.fields));
        if (meant !== undefined) told.add("UNKNOWN_FIELD", { entity_type, field, nearest: meant }, index);
      }
    } else if (entity_type !== "document") {
      const nearest = near(entity_type, entity_type, () => knownTypes(book));
      if (nearest !== undefined) told.add("UNKNOWN_TYPE", { entity_type, nearest }, index);
    }
    if (entity_type !== given.entity_type) told.add("TYPE_MAPPED", { given: given.entity_type, entity_type }, index);
    for (const [field, name] of Object.entries(names)) {
      told.add("FIELD_MAPPED", { entity_type, given: name, field }, index);
    }
    const isSame = entity_type === given.entity_type && Object.keys(names).length === 0;
    named.push({ row: isSame ? given : ({ ...data, entity_type } as CheckedRow), given, names, index, isSame });
  }
  const read = readWrittenRows(named, book.of);
  const placed: PlacedRow[] = [];
  for (const { row, given, names, index, isSame } of named) {
    const start = starts[index] ?? 0;
    const found = read.of(index);
    if (isSame && found === undefined) {
      placed.push({ row, index, start });
      continue;
    }
    for (const field of found?.fields ?? []) told.add("VALUE_READ", { entity_type: row.entity_type, field }, index);
    const quotes = { ...(await quotesOf(given, names, start)), ...found?.quotesFrom(start) };
    placed.push({ row: found?.row ?? row, index, quotes });
  }
  const isRenamed = placed.some(({ quotes }) => quotes !== undefined);
  return { rows: placed, isRenamed, warnings: [...told.warnings(), ...read.warnings] };
}

/** Aliases and what they mean. Who has things of a type under its alias already goes on with it. */
async function typesIn(
  { types }: Truth,
  book: SchemaBook,
  rows: readonly CheckedRow[],
): Promise<ReadonlyMap<string, string>> {
  const given = [...new Set(rows.map(({ entity_type }) => entity_type))];
  const aliases = given.filter((type) => typeMeant(type) !== undefined && book.active("user", type) === undefined);
  if (aliases.length === 0) return new Map();
  const used = new Set((await types.all()).map(({ entity_type }) => entity_type));
  return new Map(aliases.filter((type) => !used.has(type)).map((type) => [type, typeMeant(type) ?? type]));
}

/** Looks at each name once, however many rows have it. */
function createNear() {
  const known = new Map<string, string | undefined>();
  return (key: string, name: string, names: () => Iterable<string>): string | undefined => {
    if (!known.has(key)) known.set(key, nearName(name, names()));
    return known.get(key);
  };
}

function knownTypes(book: SchemaBook): string[] {
  return book.all().flatMap(({ entity_type, aliases }) => [entity_type, ...aliases]);
}

/** Where the values stand in the JSON of the call, which has them under the names that were given. */
async function quotesOf(given: CheckedRow, names: Readonly<Record<string, string>>, start: number) {
  const find = openJson(canonicalJson(given));
  const fields = new Map(Object.entries(names).map(([field, name]) => [name, field]));
  const quotes: Record<string, RecordedQuote> = {};
  for (const [name, value = null] of Object.entries(dataOf(given))) {
    const quote = await find({ field: name, value, row: given });
    if (quote === null) continue;
    const place = { start: start + quote.start, end: start + quote.end };
    quotes[fields.get(name) ?? name] = { ...place, hash: quoteHash(quote.text) };
  }
  return quotes;
}

const MESSAGES = {
  FIELD_MAPPED: "A field is known to its type under another name, and is stored under that.",
  VALUE_READ: "An amount or a day was written as people write it, and is stored as the number or day that it means.",
  TYPE_MAPPED: "The type is known under another name, and the rows are stored under that: ask for them by it.",
  UNKNOWN_FIELD: "A field is not one of its type. It is kept outside the schema; it may be a slip for the nearest.",
  UNKNOWN_TYPE: "Nobody has described this type, and every field is taken as it is; it may be a slip for the nearest.",
} as const;

/** Tells the same of many rows once. */
function createTold() {
  const told = new Map<string, { code: keyof typeof MESSAGES; about: Record<string, string>; rows: number[] }>();
  return {
    add(code: keyof typeof MESSAGES, about: Record<string, string>, row: number): void {
      const key = `${code} ${canonicalJson(about)}`;
      const held = told.get(key) ?? { code, about, rows: [] };
      held.rows.push(row);
      told.set(key, held);
    },
    warnings: (): Warning[] =>
      [...told.values()].map(({ code, about, rows }) => ({
        code,
        message: MESSAGES[code],
        details: { ...about, rows: rows.slice(0, 20), ...(rows.length > 20 && { rows_total: rows.length }) },
      })),
  };
}
