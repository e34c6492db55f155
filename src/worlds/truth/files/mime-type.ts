import { extname } from "node:path";
import { refuse } from "../errors.ts";
import { declaredCharset, isUtf8Charset, markedCharset } from "./decode-text.ts";
import { guessCharset } from "./guess-charset.ts";
import { isUtf8Text, magicOf, magicOfType } from "./magic.ts";

const ESSENCE = /[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}(?=[ \t;]|$)/y;
const PARAMETER = /[ \t]*;[ \t]*([\w!#$%&'*+.^`|~-]+)=([\w!#$%&'*+.^`|~:/-]+|"(?:[ !#-[\]-~]|\\[ -~])*")(?=[ \t;]|$)/y;
const CHARSET = /^[a-z0-9_.:-]{1,40}$/;

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".tab": "text/tab-separated-values",
  ".json": "application/json",
  ".jsonl": "application/x-ndjson",
  ".ndjson": "application/x-ndjson",
  ".ipynb": "application/x-ipynb+json",
  ".af": "application/json",
  ".jsonld": "application/ld+json",
  ".geojson": "application/geo+json",
  ".txt": "text/plain",
  ".text": "text/plain",
  ".org": "text/plain",
  ".log": "text/plain",
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".html": "text/html",
  ".htm": "text/html",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
  ".vcf": "text/vcard",
  ".vcard": "text/vcard",
  ".ics": "text/calendar",
  ".eml": "message/rfc822",
  ".mbox": "application/mbox",
  ".vtt": "text/vtt",
  ".srt": "application/x-subrip",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
  ".zip": "application/zip",
  ".gz": "application/gzip",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};

/** What the extension of a file promises. */
function typeByName(fileName: string): string | undefined {
  return BY_EXTENSION[extname(fileName).toLowerCase()];
}

export interface MimeType {
  /** As it was given, but type, subtype, names of parameters and charset in lower case. */
  readonly text: string;
  readonly essence: string;
  readonly charset: string | undefined;
  /** Nobody named the charset: it is what the bytes look like. */
  readonly isGuessed?: true;
}

/** The type a caller declared, checked against what the bytes are. */
export function declaredType(declared: string, content: Buffer): MimeType {
  const type = parseMimeType(declared);
  const found = magicOf(content);
  if (!mayBegin(type, found)) throw mismatch(found);
  if (!isUtf8Type(type) || isUtf8Text(content)) return type;
  const read = type.charset === undefined ? inOwnCharset(type, content) : undefined;
  if (read === undefined) throw mismatch(found);
  return read;
}

/** By the file's extension; where that says nothing, or not what the bytes say, by the bytes. */
export function detectedType(fileName: string, content: Buffer): MimeType {
  const found = magicOf(content);
  const named = typeByName(fileName);
  const type = named === undefined ? undefined : parseMimeType(named);
  if (type !== undefined && mayBegin(type, found)) {
    if (!isUtf8Type(type) || isUtf8Text(content)) return type;
    const read = inOwnCharset(type, content);
    if (read !== undefined) return read;
    if (!content.includes(0)) throw notUtf8(`${type.essence}; charset=windows-1252`);
  }
  return parseMimeType(found ?? textOrBytes(content));
}

/** Text that is not UTF-8, in the charset it says itself or is clearly written in; undefined where neither is so. */
function inOwnCharset(type: MimeType, content: Buffer): MimeType | undefined {
  const said = saidCharset(type, content);
  if (said !== undefined) return inCharset(type, said);
  const guessed = guessCharset(content);
  return guessed === undefined ? undefined : { ...inCharset(type, guessed), isGuessed: true };
}

/** The charset that text names itself: by a mark at its beginning, or in the head of a page. */
function saidCharset({ essence }: MimeType, content: Buffer): string | undefined {
  return markedCharset(content) ?? (/html/.test(essence) ? declaredCharset(content) : undefined);
}

function textOrBytes(content: Buffer): string {
  if (isUtf8Text(content)) return "text/plain";
  const charset = markedCharset(content);
  return charset === undefined ? "application/octet-stream" : `text/plain; charset=${charset}`;
}

/** A mark at the beginning says the charset as surely as a parameter. */
function inCharset({ text, essence }: MimeType, charset: string): MimeType {
  return { text: `${text}; charset=${charset}`, essence, charset };
}

/** What a file inside another is: by its bytes, its name, and last by what its carrier says it is. Nothing is refused. */
export function attachedType(fileName: string, content: Buffer, claimed: string): MimeType {
  const found = magicOf(content);
  const isUtf8 = isUtf8Text(content);
  const candidates = [typeByName(fileName), claimed].flatMap((name) => {
    const type = name === undefined ? undefined : readMimeType(name);
    if (type === undefined) return [];
    return isUtf8 || type.charset !== undefined || !isUtf8Type(type) ? type : (inOwnCharset(type, content) ?? type);
  });
  const fitting = candidates.find((type) => mayBegin(type, found) && (!isUtf8Type(type) || isUtf8));
  return fitting ?? parseMimeType(found ?? textOrBytes(content));
}

/** What a caller is told of text that was read in a charset nobody named. */
export function charsetGuessed({ charset = "" }: MimeType, more: { readonly part?: string } = {}) {
  const message =
    "The text is not UTF-8 and names no charset; it was read as the one it looks like. Where that is wrong, erase the source and store it again with its charset in mime_type.";
  return { code: "CHARSET_GUESSED", message, details: { charset, ...more } };
}

export function parseMimeType(given: string): MimeType {
  const type = readMimeType(given);
  if (type === undefined) throw noMimeType();
  return type;
}

function readMimeType(given: string): MimeType | undefined {
  const text = given.trim();
  ESSENCE.lastIndex = 0;
  const essence = ESSENCE.exec(text)?.[0].toLowerCase();
  const parameters = essence && readParameters(text, essence.length);
  if (!parameters) return undefined;
  const written = Array.from(parameters, ([name, value]) => `; ${name}=${value}`);
  return { text: essence + written.join(""), essence, charset: parameters.get("charset") };
}

/** Parameters by name; undefined where they are malformed, or one is there twice. */
function readParameters(text: string, from: number): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (let at = from; at < text.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at;
    const [, name = "", value = ""] = PARAMETER.exec(text) ?? [];
    const key = name.toLowerCase();
    const isCharset = key === "charset";
    const charset = value.replace(/^"(.*)"$/, "$1").toLowerCase();
    if (key === "" || parameters.has(key) || (isCharset && !CHARSET.test(charset))) return undefined;
    parameters.set(key, isCharset ? charset : value);
  }
  return parameters;
}

/** Whether a file of a type may begin as this one does. */
function mayBegin(type: MimeType, found: string | undefined): boolean {
  const wanted = magicOfType(type.essence);
  return wanted === found || (wanted === undefined && !isUtf8Type(type));
}

/** Text that names another charset is kept as it is; all other text is UTF-8. */
function isUtf8Type({ essence, charset }: MimeType): boolean {
  return (
    isUtf8Charset(charset) &&
    (essence.startsWith("text/") || /^application\/(?:json|x-ndjson|x-subrip|.+\+json)$/.test(essence))
  );
}

function noMimeType() {
  return refuse("VALIDATION_ERROR", "mime_type is not a MIME type such as application/pdf.", {
    reason: "invalid_mime_type",
    problems: [{ path: "mime_type", message: "must be a type and a subtype, such as text/csv; charset=utf-8" }],
  });
}

function mismatch(found: string | undefined) {
  return refuse("VALIDATION_ERROR", "The content is not of the declared mime_type.", {
    reason: "mime_mismatch",
    ...(found !== undefined && { detected_mime_type: found }),
    problems: [
      {
        path: "mime_type",
        message:
          "must be the type of the content; of text that is not UTF-8 with its charset, such as text/csv; charset=windows-1252",
      },
    ],
  });
}

function notUtf8(example: string) {
  return refuse(
    "VALIDATION_ERROR",
    `The file is text, but not UTF-8: name its charset in mime_type, such as ${example}.`,
    {
      reason: "not_utf8",
      problems: [{ path: "mime_type", message: `must name the charset of the text, such as ${example}` }],
    },
  );
}
