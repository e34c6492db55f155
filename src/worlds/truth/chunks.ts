/** How many values one statement binds in a list: far below what either engine takes, enough to make few statements. */
const VALUES_PER_QUERY = 400;

/** The values in parts that one statement can bind. */
export function chunksOf<Value>(values: readonly Value[]): Value[][] {
  const parts: Value[][] = [];
  for (let from = 0; from < values.length; from += VALUES_PER_QUERY) {
    parts.push(values.slice(from, from + VALUES_PER_QUERY));
  }
  return parts;
}
