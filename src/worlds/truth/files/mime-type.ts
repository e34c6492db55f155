import { extname } from "node:path";
import { refuse } from "../errors.ts";
import { guessCharset, isUtf8Charset } from "./decode-text.ts";
import { isUtf8Text, magicOf, magicOfType } from "./magic.ts";

const ESSENCE = /[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}(?=[ \t;]|$)/y;
const PARAMETER = /[ \t]*;[ \t]*([\w!#$%&'*+.^`|~-]+)=([\w!#$%&'*+.^`|~:/-]+|"(?:[ !#-[\]-~]|\\[ -~])*")(?=[ \t;]|$)/y;
const CHARSET = /^[a-z0-9_.:-]{1,40}$/;

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".json": "application/json",
  ".jsonl": "application/x-ndjson",
  ".ndjson": "application/x-ndjson",
  ".ipynb": "application/x-ipynb+json",
  ".af": "application/json",
  ".txt": "text/plain",
  ".log": "text/plain",
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".html": "text/html",
  ".htm": "text/html",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
  ".vcf": "text/vcard",
  ".ics": "text/calendar",
  ".eml": "message/rfc822",
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
export function typeByName(fileName: string): string | undefined {
  return BY_EXTENSION[extname(fileName).toLowerCase()];
}

export interface MimeType {
  /** As it was given, but type, subtype, names of parameters and charset in lower case. */
  readonly text: string;
  readonly essence: string;
  readonly charset: string | undefined;
}

/** The type a caller declared, checked against what the bytes are. */
export function declaredType(declared: string, content: Buffer): MimeType {
  const type = parseMimeType(declared);
  const found = magicOf(content);
  if (!mayBegin(type, found) || (isUtf8Type(type) && !isUtf8Text(content))) throw mismatch(found);
  return type;
}

/** By the file's extension; where that says nothing, or not what the bytes say, by the bytes. */
export function detectedType(fileName: string, content: Buffer): MimeType {
  const found = magicOf(content);
  const named = BY_EXTENSION[extname(fileName).toLowerCase()];
  const type = named === undefined ? undefined : parseMimeType(named);
  if (type !== undefined && mayBegin(type, found)) {
    if (!isUtf8Type(type) || isUtf8Text(content)) return type;
    const charset = guessCharset(content);
    if (charset !== undefined) throw notUtf8(`${type.essence}; charset=${charset}`);
  }
  return parseMimeType(found ?? (isUtf8Text(content) ? "text/plain" : "application/octet-stream"));
}

/** What a file inside another is: by its bytes, its name, and last by what its carrier says it is. Nothing is refused. */
export function attachedType(fileName: string, content: Buffer, claimed: string): MimeType {
  const found = magicOf(content);
  const candidates = [BY_EXTENSION[extname(fileName).toLowerCase()], claimed].flatMap((name) =>
    name === undefined ? [] : (readMimeType(name) ?? []),
  );
  const fitting = candidates.find((type) => mayBegin(type, found) && (!isUtf8Type(type) || isUtf8Text(content)));
  return fitting ?? parseMimeType(found ?? (isUtf8Text(content) ? "text/plain" : "application/octet-stream"));
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
    isUtf8Charset(charset) && (essence.startsWith("text/") || /^application\/(?:json|x-ndjson|.+\+json)$/.test(essence))
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
