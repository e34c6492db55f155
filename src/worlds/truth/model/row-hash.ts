import { hash } from "node:crypto";

/** What a column holds, as the engines give it. */
export type ColumnValue = string | number | null;

/** 132 bits in base64url: nobody meets two rows with the same by chance. */
const HASH_CHARS = 22;

/** A short hash of a text. */
export function shortHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, HASH_CHARS);
}

/** A row's own hash, over its columns as they are stored. Each is told with its length, so that no two rows read alike. */
export function rowHash(values: readonly ColumnValue[]): string {
  let text = "";
  for (const value of values) {
    const column = value === null ? undefined : String(value);
    text += column === undefined ? "-," : `${column.length}:${column},`;
  }
  return shortHash(text);
}
