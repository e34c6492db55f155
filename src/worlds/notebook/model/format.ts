import type { Format } from "./parsed.ts";

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["txt", "text"],
  ["text", "text"],
  ["ipynb", "jupyter"],
  ["json", "json"],
  ["pdf", "pdf"],
]);

/** The format a file's name promises; undefined for what is no notebook. */
export function formatOf(path: string): Format | undefined {
  return FORMATS.get(/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "");
}
