/** What can be bound to a statement. */
export type Bindable = string | number | bigint | null | Uint8Array;

/** A statement whose values stay apart from its text: what a caller sends can never become SQL. */
export class Query {
  readonly texts: readonly string[];
  readonly values: readonly Bindable[];

  constructor(texts: readonly string[], values: readonly Bindable[]) {
    this.texts = texts;
    this.values = values;
  }
}

/** Writes a statement: query`select * from note where id = ${id}`. A query inside a query becomes part of it. */
export function query(texts: TemplateStringsArray, ...values: (Bindable | Query)[]): Query {
  if (!values.some((value) => value instanceof Query)) return new Query(texts, values as Bindable[]);
  const inner = values.map((value) => (value instanceof Query ? value.texts : undefined));
  const bound: Bindable[] = [];
  for (const value of values) {
    if (value instanceof Query) bound.push(...value.values);
    else bound.push(value);
  }
  return new Query(flatTexts(texts, inner), bound);
}

type Inner = readonly (readonly string[] | undefined)[];

/** What each template became lately, and of what: it is mostly put together of the same few parts again. */
const flattened = new WeakMap<readonly string[], { readonly inner: Inner; readonly texts: readonly string[] }[]>();
const FLATTENED_MAX = 8;

function flatTexts(outer: readonly string[], inner: Inner): readonly string[] {
  const lately = flattened.get(outer) ?? [];
  const same = lately.find((made) => made.inner.every((texts, index) => texts === inner[index]));
  if (same !== undefined) return same.texts;
  const texts: string[] = [outer[0] ?? ""];
  inner.forEach((part, index) => {
    if (part === undefined) texts.push(outer[index + 1] ?? "");
    else {
      append(texts, part[0]);
      texts.push(...part.slice(1));
      append(texts, outer[index + 1]);
    }
  });
  flattened.set(outer, [{ inner, texts }, ...lately].slice(0, FLATTENED_MAX));
  return texts;
}

/** A table or column name from our own code. */
export function name(identifier: string): Query {
  if (!/^[a-z_][a-z0-9_]*$/.test(identifier)) throw new TypeError("An SQL name is made of a-z, 0-9 and _");
  return new Query([`"${identifier}"`], []);
}

/** Several parts with a comma between them. */
export function list(parts: readonly (Bindable | Query)[]): Query {
  if (!parts.some((part) => part instanceof Query)) return new Query(commas(parts.length), parts as Bindable[]);
  const texts: string[] = [""];
  const values: Bindable[] = [];
  parts.forEach((part, index) => {
    if (index > 0) append(texts, ", ");
    if (part instanceof Query) {
      append(texts, part.texts[0]);
      texts.push(...part.texts.slice(1));
      values.push(...part.values);
    } else {
      texts.push("");
      values.push(part);
    }
  });
  return new Query(texts, values);
}

const commaTexts = new Map<number, readonly string[]>();

/** The texts around so many values: the same for every list of that length. */
function commas(length: number): readonly string[] {
  let texts = commaTexts.get(length);
  if (texts === undefined) {
    texts = Array.from({ length: length + 1 }, (_, index) => (index === 0 || index === length ? "" : ", "));
    commaTexts.set(length, texts);
  }
  return texts;
}

/** Rows of values, all of one length: `(a, b), (c, d)`. */
export function rows(items: readonly (readonly Bindable[])[]): Query {
  const columns = items[0]?.length ?? 0;
  if (items.some((row) => row.length !== columns)) throw new TypeError("The rows of one statement are of one length");
  return new Query(rowTexts(items.length, columns), items.flat());
}

const textsOfRows = new Map<string, readonly string[]>();

/** The texts around so many rows of so many values: the same for all of that shape. */
function rowTexts(count: number, columns: number): readonly string[] {
  const shape = `${count}x${columns}`;
  let texts = textsOfRows.get(shape);
  if (texts === undefined) {
    texts = list(
      Array.from({ length: count }, () => query`(${list(Array.from({ length: columns }, () => null))})`),
    ).texts;
    textsOfRows.set(shape, texts);
  }
  return texts;
}

/** Values as PostgreSQL writes an array, to be bound as one: `${arrayText(ids)}::text[]`. */
export function arrayText(values: readonly Bindable[]): string {
  const parts = values.map((value) => {
    if (value === null) return "NULL";
    if (value instanceof Uint8Array) throw new TypeError("Bytes are bound by themselves");
    return typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value);
  });
  return `{${parts.join(",")}}`;
}

/** Far below what either engine binds in one statement, and enough to need few of them. */
const BATCH_SIZE = 400;

/** Parts of a list, each small enough for one statement. */
export function* batchesOf<Item>(items: readonly Item[], size = BATCH_SIZE): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

function append(texts: string[], more: string | undefined): void {
  texts[texts.length - 1] = `${texts.at(-1) ?? ""}${more ?? ""}`;
}
