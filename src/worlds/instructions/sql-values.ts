import { type Bindable, Query } from "../../kernel/index.ts";

const ROWS_PER_STATEMENT = 500;

/** Values with commas between them, made in one go: batches are large here. */
export function values(items: readonly Bindable[]): Query {
  return new Query(["", ...Array<string>(Math.max(0, items.length - 1)).fill(", "), ""], items);
}

/** Rows of values: `(a, b), (c, d)`. */
export function rows(items: readonly (readonly Bindable[])[]): Query {
  const texts: string[] = [];
  items.forEach((row, index) => {
    row.forEach((_, column) => {
      texts.push(column === 0 ? (index === 0 ? "(" : "), (") : ", ");
    });
  });
  return new Query([...texts, ")"], items.flat());
}

/** Parts of a list, each small enough for one statement. */
export function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    yield items.slice(from, from + ROWS_PER_STATEMENT);
}
