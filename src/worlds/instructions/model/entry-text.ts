import { isJsonObject } from "../../../kernel/index.ts";
import { type Authored, checkAuthored } from "./authored.ts";

/** What a text holds: an entry's JSON, something else's, or nothing that can be used. */
export type Parsed = { readonly raw: unknown } | { readonly reason: string } | "no entry";

export function parseEntryText(text: string): Parsed {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return { reason: text.includes("\0") ? "contains a NUL character" : "not valid JSON" };
  }
  // Neither says what it is nor what to do: some other JSON that lies in the folder.
  if (isJsonObject(raw) && raw.id === undefined && raw.title === undefined && raw.body === undefined) return "no entry";
  if (!isShallow(raw, NESTING_MAX)) return { reason: "nested too deeply" };
  if (text.includes("\\u0000") && containsNul(raw)) return { reason: "contains a NUL character" };
  return { raw };
}

/** The entry of a file; undefined where it holds none that can be used. */
export function readStored(text: string): Authored | undefined {
  const parsed = parseEntryText(text);
  if (parsed === "no entry" || "reason" in parsed) return undefined;
  const checked = checkAuthored(parsed.raw);
  return "reason" in checked ? undefined : checked.authored;
}

/** How an entry stands in its file. */
export function entryText(entry: object): string {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** Far more than anyone writes; an answer is made by recursion and must not run out of stack. */
const NESTING_MAX = 64;

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === "object" && item !== null && !isShallow(item, levels - 1)) return false;
  }
  return true;
}

function containsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes("\0") || containsNul(item));
}
