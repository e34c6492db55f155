import { isJsonObject, type ParseFailure, type TextFile } from "../../../../kernel/index.ts";
import type { Parsing } from "../csv.ts";
import { decodeText, isUtf8Charset } from "../decode-text.ts";
import { magicOfType } from "../magic.ts";
import { attachedType, charsetGuessed, type MimeType } from "../mime-type.ts";
import type { SourceText } from "../places.ts";
import { createFindings, type Findings, type Said, say } from "./findings.ts";
import { isCaptions, spokenIn } from "./read-captions.ts";
import { readCards } from "./read-cards.ts";
import { cellsOf, readChats } from "./read-chats.ts";
import { readCsv } from "./read-csv.ts";
import { parseJson, readJson, readJsonLines } from "./read-json.ts";
import { readGeoJson, readLinkedData } from "./read-linked-data.ts";
import { readMail } from "./read-mail.ts";
import { readMarkdown } from "./read-markdown.ts";
import { isMbox, MAILS_MAX, mailsIn } from "./read-mbox.ts";
import { readMemories } from "./read-memories.ts";
import { readSaid, readText } from "./read-text.ts";
import { type FileReading, givenUp, tooMuch, unread } from "./reading.ts";
import { tooMuchIn } from "./too-much-json.ts";

/** Part of every run's identity: other rules read the same file anew. */
const RULES = { provider: "rules", code_version: "6" } as const;

export function configOf(asked: object | undefined) {
  return { ...RULES, ...(asked !== undefined && { requested: { ...asked } }) };
}

/** A file to be read. */
export interface FileToRead {
  readonly content: Buffer;
  readonly type: MimeType;
  readonly sourceId: string;
  /** What was said and not written: no document of its own. */
  readonly isSaid?: boolean;
}

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** Files in mails, and in mails in mails. */
const DEPTH_MAX = 3;

/** Reads entities from a file by rules alone: the same file always says the same. */
export async function interpretFile(file: FileToRead, parsing: Parsing): Promise<FileReading> {
  const text = decodeText(file.content, file.type.charset);
  if (file.isSaid && text !== undefined) {
    const said = createFindings();
    readSaid(said, itself(text, file.type));
    return said.reading();
  }
  const tabular = text === undefined ? undefined : await readRows(text, file, parsing);
  if (tabular !== undefined) return tabular;
  const found = createFindings();
  const failure = await readInto(found, file, parsing, undefined, 0);
  if (failure === "unsupported") {
    return unread("NOT_INTERPRETED", "The file is kept; files of this type are not interpreted.", {
      mime_type: file.type.text,
    });
  }
  if (failure !== undefined) return givenUp(file.type.essence, failure);
  return found.reading();
}

/** JSON and tables hold rows already; other JSON is a chat or a notebook. */
async function readRows(
  text: string,
  { type, sourceId }: FileToRead,
  parsing: Parsing,
  source = itself(text, type),
): Promise<FileReading | undefined> {
  const { essence } = type;
  const { env } = parsing;
  const isLines = /^application\/(?:x-)?(?:ndjson|jsonlines|jsonl)$/.test(essence);
  const isJson = essence === "application/json" || essence === "text/json" || essence.endsWith("+json");
  const excess = isLines || isJson ? await tooMuchIn(text, env) : undefined;
  if (excess !== undefined) return tooMuch(excess);
  if (isLines) return readJsonLines(source, sourceId, env);
  if (essence === "text/csv" || essence === "application/csv") return readCsv(source, "csv", sourceId, parsing);
  if (essence === "text/tab-separated-values") return readCsv(source, "tsv", sourceId, parsing);
  if (!isJson) return undefined;
  const parsed = parseJson(text.replace(/^\ufeff/, ""));
  const cells = "value" in parsed && isJsonObject(parsed.value) ? cellsOf(parsed.value) : undefined;
  if (cells !== undefined) {
    const found = createFindings();
    readText(found, cells);
    return found.reading();
  }
  if ("broken" in parsed) return readJson(source, parsed, sourceId, env);
  return (
    readChats(source, parsed.value) ??
    readMemories(source, parsed.value) ??
    readLinkedData(source, parsed.value) ??
    readGeoJson(source, parsed.value) ??
    readJson(source, parsed, sourceId, env)
  );
}

/** The text of the file itself; of one in another charset, the text it comes to. */
function itself(text: string, { charset }: MimeType): SourceText {
  return isUtf8Charset(charset) ? { text } : { text, part: "text" };
}

type Failure = ParseFailure | "unsupported" | undefined;

/** Reads one file, or one part of a file, into findings. `part` is how the part is called. */
async function readInto(
  found: Findings,
  { content, type, sourceId }: FileToRead,
  parsing: Parsing,
  part: string | undefined,
  depth: number,
): Promise<Failure> {
  const { essence } = type;
  const text = decodeText(content, type.charset);
  const named = (name: string) => (part === undefined ? name : `${part} ${name}`);
  if (essence === "message/rfc822") return readMailInto(found, content, sourceId, parsing, named, depth);
  const isPlain = essence === "text/plain";
  if (essence === "application/mbox" || (isPlain && text !== undefined && isMbox(text))) {
    return readMailsInto(found, content, sourceId, parsing, named, depth);
  }
  if (essence === "application/pdf") {
    const outcome = await parsing.parse({ parser: "pdf", bytes: content, signal: parsing.signal });
    if ("failure" in outcome) return outcome.failure;
    readText(found, paged(named("text"), outcome.value.pages));
    return undefined;
  }
  if (essence === WORD || essence.startsWith("image/")) {
    // Pictures that are drawn by markup have a text, and it is not read as a picture.
    if (essence === "image/svg+xml" || (essence !== WORD && magicOfType(essence) === undefined)) return "unsupported";
    const parser = essence === WORD ? "docx" : "image";
    const outcome = await parsing.parse({ parser, bytes: content, signal: parsing.signal });
    if ("failure" in outcome) return outcome.failure;
    addDocument(found, outcome.value, named, essence === WORD ? "note" : "image");
    return undefined;
  }
  if (text === undefined) return "unsupported";
  const source = part === undefined ? itself(text, type) : { text: clean(text), part };
  if (essence === "text/calendar" || essence === "text/vcard" || essence === "text/x-vcard") {
    // A mark at the beginning is no part of the first line; what takes its place keeps all others where they are.
    const bytes = Buffer.from(source.text.replace(/^\ufeff/, "\n"));
    const outcome = await parsing.parse({ parser: "cards", bytes, signal: parsing.signal });
    if ("failure" in outcome) return outcome.failure;
    readCards(found, source, outcome.value.components);
    return undefined;
  }
  if (essence === "text/html" || essence === "application/xhtml+xml") {
    const outcome = await parsing.parse({ parser: "html", bytes: Buffer.from(text), signal: parsing.signal });
    if ("failure" in outcome) return outcome.failure;
    addDocument(found, outcome.value, named, "note");
    for (const [index, data] of (outcome.value.data ?? []).entries())
      await addData(found, clean(data), named(`data ${index + 1}`), parsing);
    return undefined;
  }
  if (essence === "text/markdown") {
    await readMarkdown(found, source);
    return undefined;
  }
  if (/^(?:text\/vtt|application\/x-subrip)$/.test(essence) || (isPlain && isCaptions(text))) {
    const spoken = spokenIn(clean(text));
    readText(found, { ...spoken, part: named("captions") });
    return undefined;
  }
  // Text for programs is not prose, whatever it is called.
  if (!isPlain || /^\ufeff?\s*(?:<\?xml|<!doctype|iso-10303-21;)/i.test(text)) return "unsupported";
  readText(found, source);
  return undefined;
}

/** Mails one after the other: each is a part of the file. */
async function readMailsInto(
  found: Findings,
  content: Buffer,
  sourceId: string,
  parsing: Parsing,
  named: (name: string) => string,
  depth: number,
): Promise<Failure> {
  const { mails, leftOut } = mailsIn(content);
  if (mails.length === 0) return "unsupported";
  if (leftOut > 0) {
    const message = "The file is kept whole; of its mails as many were read as one file is read for.";
    found.warn({ code: "MAILS_LEFT_OUT", message, details: { left_out: leftOut, mails_max: MAILS_MAX } });
  }
  for (const [index, mail] of mails.entries()) {
    const part = named(`mail ${index + 1}`);
    const failure = await readMailInto(found, mail, `${sourceId}#${part}`, parsing, (name) => `${part} ${name}`, depth);
    if (failure === undefined) continue;
    const message = "A mail of the file is kept but not interpreted.";
    found.warn({ code: "PART_NOT_INTERPRETED", message, details: { part, reason: failure } });
  }
  return undefined;
}

async function readMailInto(
  found: Findings,
  content: Buffer,
  sourceId: string,
  parsing: Parsing,
  named: (name: string) => string,
  depth: number,
): Promise<Failure> {
  const outcome = await parsing.parse({ parser: "mail", bytes: content, signal: parsing.signal });
  if ("failure" in outcome) return outcome.failure;
  const mail = outcome.value;
  let words = clean(mail.text);
  if (words.trim() === "" && mail.html !== "") {
    const page = await parsing.parse({ parser: "html", bytes: Buffer.from(mail.html), signal: parsing.signal });
    if ("value" in page) words = page.value.text;
  }
  await readMail(found, mail, { part: named("body"), text: words }, named("headers"), async (attached, name) => {
    if (depth >= DEPTH_MAX) return undefined;
    const type = attachedType(attached.name ?? "", attached.content, attached.type);
    if (type.isGuessed) found.warn(charsetGuessed(type, { part: named(name) }));
    const before = found.count();
    const file = { content: attached.content, type, sourceId: `${sourceId}#${named(name)}` };
    const table = await readAttachedRows(found, file, parsing, named(name));
    if (table !== undefined) return table;
    const failure = await readInto(found, file, parsing, named(name), depth + 1);
    if (failure !== undefined) {
      const message = "A part of the mail is kept but not interpreted.";
      found.warn({ code: "PART_NOT_INTERPRETED", message, details: { part: named(name), reason: failure } });
    }
    return found.count() > before ? [before] : undefined;
  });
  return undefined;
}

/** The rows of a table or of JSON that is part of another file; undefined where the part is neither. */
async function readAttachedRows(
  found: Findings,
  file: FileToRead,
  parsing: Parsing,
  part: string,
): Promise<readonly number[] | undefined> {
  const text = decodeText(file.content, file.type.charset);
  if (text === undefined) return undefined;
  const reading = await readRows(text, file, parsing, { text: clean(text), part });
  return reading === undefined ? undefined : found.take(reading);
}

/** What a page says in JSON-LD beside its text; what is broken there is for programs, and is let be. */
async function addData(found: Findings, text: string, part: string, { env }: Parsing): Promise<void> {
  const parsed = (await tooMuchIn(text, env)) === undefined ? parseJson(text) : undefined;
  const reading = parsed && "value" in parsed ? readLinkedData({ text, part }, parsed.value) : undefined;
  if (reading !== undefined) found.take(reading);
}

/** Pages one after the other; each begins where `pages` says. */
function paged(part: string, all: readonly string[]): SourceText {
  const pages: number[] = [];
  let text = "";
  for (const page of all) {
    pages.push(text.length);
    text += `${clean(page)}\n\f`;
  }
  return { part, text: text.slice(0, -2), pages };
}

/** A text with what the file says of itself: each is a part of its own. */
function addDocument(found: Findings, { text, properties }: TextFile, named: (name: string) => string, type: string) {
  let lines = "";
  const at: { field: string; start: number; end: number }[] = [];
  for (const { name, value } of properties) {
    const start = lines.length + name.length + 2;
    at.push({ field: FIELDS[name] ?? name.replace(/[^\p{L}\p{N}]+/gu, "_"), start, end: start + value.length });
    lines += `${name}: ${value}\n`;
  }
  const source = { part: named("properties"), text: lines };
  const said = at.map(({ field, start, end }): Said | undefined => say(field, source, start, end));
  if (type === "image") addImage(found, said);
  else readText(found, { part: named("text"), text: clean(text) }, { said, type });
}

function addImage(found: Findings, said: readonly (Said | undefined)[]): void {
  if (said.length > 0) found.add("image", said);
  else found.warn({ code: "NOTHING_SAID", message: "The picture is kept; it says nothing of itself.", details: {} });
}

const FIELDS: Readonly<Record<string, string>> = {
  created: "created_date",
  modified: "updated_date",
  description: "summary",
  "article:published_time": "created_date",
  "article:modified_time": "updated_date",
  lang: "language",
};

/** No engine keeps a NUL, and half a pair is no character. */
function clean(text: string): string {
  return text.replaceAll("\0", " ").toWellFormed();
}
