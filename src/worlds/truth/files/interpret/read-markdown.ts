import { isJsonObject, type Json } from "../../../../kernel/index.ts";
import { EntityType } from "../../model/inputs.ts";
import type { SourceText } from "../places.ts";
import { type Findings, type Said, say } from "./findings.ts";
import { linkNames, readText, titleOf } from "./read-text.ts";

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n([\s\S]{0,65536}?)\r?\n---[ \t]*(?:\r?\n|$)/;
const HEADING = /^\ufeff?#{1,6}[ \t]+(\S[^\r\n]*?)[ \t]*#*[ \t]*$/gm;
const TASK = /^[ \t]*[-*+] \[([ xX])\] (\S[^\r\n]*)$/gm;
/** `- [kind] words`: how some note programs write facts; and `- kind [[Other note]]` or `- [[Other note|words]]`, how notes refer to each other. */
const FACT = /^[ \t]*[-*+] \[([\p{L}][\p{L}\p{N}_ -]{1,40})\] (\S[^\r\n]*)$/gmu;
const REFERENCE =
  /^[ \t]*[-*+] (?:[\p{L}][\p{L}\p{N}_ -]{0,40} )?\[\[([^\]|\r\n]{1,200})(?:\|[^\]\r\n]{0,200})?\]\]/gmu;
const TASKS_MAX = 500;
const FACTS_MAX = 200;

/** A Markdown file: its front matter, the note it is, tasks, facts and notes it refers to. */
export async function readMarkdown(found: Findings, source: SourceText): Promise<void> {
  const matter = FRONT_MATTER.exec(source.text);
  const yaml = matter?.[1] ?? "";
  const read = matter === null ? [] : await frontMatter(source, matter[0].indexOf(yaml), yaml);
  if (read === undefined) found.warn(UNREAD);
  const said = read ?? [];
  const from = matter?.[0].length ?? 0;
  const named = said.find(({ field }) => field === "entity_type" || field === "type")?.value;
  const type = EntityType.safeParse(named);
  const fields = said.filter(({ field }) => field !== "entity_type" && !(field === "type" && type.success));
  const row =
    matter === null
      ? readText(found, source, { said: [headingOf(source, 0), ...facts(source)] })
      : addFile(found, source, from, type.success ? type.data : "note", fields);
  for (const match of Array.from(source.text.slice(from).matchAll(TASK)).slice(0, TASKS_MAX)) {
    const at = from + match.index + match[0].length - (match[2] ?? "").length;
    const mark = from + match.index + match[0].indexOf("[") + 1;
    const status = match[1] === " " ? "open" : "done";
    const task = found.add("task", [
      say("title", source, at, at + (match[2] ?? "").length),
      { field: "status", value: status, places: [{ text: source, start: mark - 1, end: mark + 2 }] },
    ]);
    found.link("PART_OF", task, row);
  }
  references(found, source, from, row);
}

function addFile(found: Findings, source: SourceText, from: number, type: string, fields: readonly Said[]): number {
  const row = found.add(type, [
    ...fields,
    headingOf(source, from) ?? titleOf(source, from),
    say("content", source, from, source.text.length),
    ...facts(source),
  ]);
  linkNames(found, source, row);
  return row;
}

/** The title of a note is its first heading. */
function headingOf(source: SourceText, from: number): Said | undefined {
  HEADING.lastIndex = from;
  const match = HEADING.exec(source.text);
  if (match === null) return undefined;
  const start = match.index + match[0].indexOf(match[1] ?? "");
  return say("title", source, start, start + (match[1] ?? "").length);
}

function facts(source: SourceText): Said[] {
  const items = Array.from(source.text.matchAll(FACT)).slice(0, FACTS_MAX);
  if (items.length === 0) return [];
  return [
    {
      field: "observations",
      value: items.map(([, category = "", content = ""]) => ({ category, content: content.trim() })),
      places: items.map(({ index, 0: line }) => ({
        text: source,
        start: index + line.length - line.trimStart().length,
        end: index + line.trimEnd().length,
      })),
    },
  ];
}

function references(found: Findings, source: SourceText, from: number, row: number): void {
  const seen = new Set<string>();
  for (const match of source.text.slice(from).matchAll(REFERENCE)) {
    const title = match[1] ?? "";
    if (seen.has(title) || seen.size >= FACTS_MAX) continue;
    seen.add(title);
    const start = from + match.index + match[0].indexOf("[[") + 2;
    found.link("REFERS_TO", row, found.add("note", [say("title", source, start, start + title.length)]));
  }
}

const UNREAD = {
  code: "FRONT_MATTER_UNREAD",
  message: "The front matter is not read: it is no YAML of plain keys and values. The text below it is.",
  details: {},
};

/** Each key at the top of the front matter, where its value stands; undefined where it is no such thing. */
async function frontMatter(source: SourceText, offset: number, yaml: string): Promise<Said[] | undefined> {
  const { parseDocument, isMap, isScalar, visit } = await import("yaml");
  const document = parseDocument(yaml, { schema: "core", uniqueKeys: true, logLevel: "silent" });
  let aliases = 0;
  visit(document, {
    Alias() {
      aliases += 1;
    },
  });
  // Nobody who writes by hand refers back; who multiplies does.
  if (document.errors.length > 0 || aliases > 0 || !isMap(document.contents)) return undefined;
  const values = document.toJS() as Record<string, unknown>;
  return document.contents.items.flatMap(({ key, value }): Said[] => {
    const name = isScalar(key) ? String(key.value) : "";
    const field = name
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "_");
    const given = plain(values[name]);
    const range = (value as { range?: [number, number, number] } | null)?.range;
    if (field === "" || given === undefined || range === undefined) return [];
    const said = say(field, source, offset + range[0], offset + range[1], given);
    return said === undefined ? [] : [said];
  });
}

function plain(value: unknown): Json | undefined {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (isJsonObject(value as Json)) return value as Json;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
