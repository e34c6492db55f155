import { isJsonObject } from "../../../../kernel/index.ts";
import { NO_META, type NotebookMeta } from "../../model/parsed.ts";
import { parseTime } from "../../model/time.ts";

const FRONT_MATTER_CHARS_MAX = 65_536;
const FIELD_CHARS_MAX = 500;
const TAGS_MAX = 50;

export interface FrontMatter {
  readonly meta: NotebookMeta;
  /** Where the body begins. */
  readonly end: number;
  readonly notes: readonly string[];
}

/** Reads the YAML between two `---` lines at the top. What cannot be read stays part of the body, and a note says so. */
export async function readFrontMatter(text: string, start: number): Promise<FrontMatter> {
  const none = { meta: NO_META, end: start, notes: [] };
  const block = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(
    text.slice(start, start + FRONT_MATTER_CHARS_MAX),
  );
  if (block?.index !== 0 || block[1] === undefined) return none;
  // Loaded when the first front matter comes: many collections have none.
  const { parse } = await import("yaml");
  let values: unknown;
  try {
    values = parse(block[1], { logLevel: "error", schema: "core", maxAliasCount: 20 });
  } catch {
    return { ...none, notes: ["The front matter is not valid YAML; it was kept as text of the notebook."] };
  }
  if (!isJsonObject(values)) {
    return { ...none, notes: ["The front matter holds no fields; it was kept as text of the notebook."] };
  }
  return { ...readMeta(values), end: start + block[0].length };
}

/** Takes what a notebook says of itself. A field of the wrong kind is left out with a note. */
export function readMeta(values: Readonly<Record<string, unknown>>): { meta: NotebookMeta; notes: string[] } {
  const notes: string[] = [];
  const text = (field: string): string | null => {
    const value = values[field];
    if (value === undefined || value === null) return null;
    const words = typeof value === "number" ? String(value) : value;
    if (typeof words === "string" && words.trim() !== "" && words.length <= FIELD_CHARS_MAX && isLine(words)) {
      return words.trim();
    }
    notes.push(`The field ${field} is not a short line of text and was left out.`);
    return null;
  };
  const createdAt = parseTime(values.created_at);
  if (createdAt === null && values.created_at !== undefined && values.created_at !== null) {
    notes.push("The field created_at is not an ISO 8601 time; the time of the file is used.");
  }
  const tags = Array.isArray(values.tags) ? values.tags.filter((tag): tag is string => typeof tag === "string") : [];
  return {
    meta: {
      notebookId: text("notebook_id"),
      title: text("title"),
      author: text("author"),
      createdAt,
      tags: tags.slice(0, TAGS_MAX),
    },
    notes,
  };
}

function isLine(words: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return words.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(words.trim());
}
