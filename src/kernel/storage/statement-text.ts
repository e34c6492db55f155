import type { Query } from "../query.ts";

const sqliteTexts = new WeakMap<readonly string[], string>();
const postgresTexts = new WeakMap<readonly string[], string>();

/**
 * The statement as SQLite reads it. A template's text is put together once. A bound limit is hidden from the planner:
 * it would look at the value, and compile the statement anew at every execution, which takes longer than most of them.
 */
export function sqliteText(query: Query): string {
  return remember(sqliteTexts, query.texts, () => query.texts.join("?").replace(/\b(limit|offset) \?/g, "$1 ?+0"));
}

/** The statement as PostgreSQL reads it. */
export function postgresText(query: Query): string {
  return remember(postgresTexts, query.texts, () =>
    query.texts.reduce((text, part, index) => `${text}$${index}${part}`),
  );
}

function remember(texts: WeakMap<readonly string[], string>, key: readonly string[], make: () => string): string {
  let text = texts.get(key);
  if (text === undefined) {
    text = make();
    texts.set(key, text);
  }
  return text;
}
