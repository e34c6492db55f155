import type { Query } from "../query.ts";

const sqliteTexts = new WeakMap<readonly string[], string>();
const postgresTexts = new WeakMap<readonly string[], string>();

/** The statement as SQLite reads it. A template's text is put together once. */
export function sqliteText(query: Query): string {
  return remember(sqliteTexts, query.texts, () => query.texts.join("?"));
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
