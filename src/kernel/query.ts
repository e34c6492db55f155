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
  const flatTexts: string[] = [texts[0] ?? ""];
  const flatValues: Bindable[] = [];
  values.forEach((value, index) => {
    if (value instanceof Query) {
      append(flatTexts, value.texts[0]);
      flatTexts.push(...value.texts.slice(1));
      flatValues.push(...value.values);
      append(flatTexts, texts[index + 1]);
    } else {
      flatTexts.push(texts[index + 1] ?? "");
      flatValues.push(value);
    }
  });
  return new Query(flatTexts, flatValues);
}

/** A table or column name from our own code. */
export function name(identifier: string): Query {
  if (!/^[a-z_][a-z0-9_]*$/.test(identifier)) throw new TypeError("An SQL name is made of a-z, 0-9 and _");
  return new Query([`"${identifier}"`], []);
}

/** Several parts with a comma between them. */
export function list(parts: readonly (Bindable | Query)[]): Query {
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

/** Rows of values: `(a, b), (c, d)`. */
export function rows(items: readonly (readonly Bindable[])[]): Query {
  return list(items.map((row) => query`(${list(row)})`));
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
