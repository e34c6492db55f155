import { extname } from "node:path";
import { refuse } from "../errors.ts";
import { isUtf8Text, magicOf, magicOfType } from "./magic.ts";

const TOKEN = "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}";
const MIME_TYPE = new RegExp(`^(${TOKEN})/(${TOKEN})(?:\\s*;\\s*charset=("?)([A-Za-z0-9_.:-]{1,40})\\3)?$`);

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".json": "application/json",
  ".jsonl": "application/x-ndjson",
  ".ndjson": "application/x-ndjson",
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

export interface MimeType {
  /** Type and subtype in lower case, with its charset where one was named. */
  readonly text: string;
  readonly essence: string;
  readonly charset: string | undefined;
}

/** The type a caller declared, checked against what the bytes are. */
export function declaredType(declared: string, content: Buffer): MimeType {
  const type = parseMimeType(declared);
  const found = magicOf(content);
  const wanted = magicOfType(type.essence);
  const isText = mustBeText(type);
  if (wanted !== found && (wanted !== undefined || (found !== undefined && isText))) throw mismatch(found);
  if (isText && !isUtf8Text(content)) throw mismatch(found);
  return type;
}

/** By the file's extension; where that says nothing, by its first bytes. */
export function detectedType(fileName: string, content: Buffer): MimeType {
  const byName = BY_EXTENSION[extname(fileName).toLowerCase()];
  if (byName !== undefined) return declaredType(byName, content);
  return parseMimeType(magicOf(content) ?? (isUtf8Text(content) ? "text/plain" : "application/octet-stream"));
}

export function parseMimeType(text: string): MimeType {
  const [, type, subtype, , charset] = MIME_TYPE.exec(text.trim()) ?? [];
  if (type === undefined || subtype === undefined) {
    throw refuse("VALIDATION_ERROR", "mime_type is not a MIME type such as application/pdf.", {
      reason: "invalid_mime_type",
      problems: [{ path: "mime_type", message: "must be a type and a subtype, such as text/csv" }],
    });
  }
  const essence = `${type}/${subtype}`.toLowerCase();
  const named = charset?.toLowerCase();
  return { text: named === undefined ? essence : `${essence}; charset=${named}`, essence, charset: named };
}

/** Text that names another charset is kept as it is; all other text is UTF-8. */
function mustBeText({ essence, charset }: MimeType): boolean {
  if (charset !== undefined && charset !== "utf-8" && charset !== "us-ascii") return false;
  return essence.startsWith("text/") || /^application\/(?:json|x-ndjson|.+\+json)$/.test(essence);
}

function mismatch(found: string | undefined) {
  return refuse("VALIDATION_ERROR", "The content is not of the declared mime_type.", {
    reason: "mime_mismatch",
    ...(found !== undefined && { detected_mime_type: found }),
    problems: [{ path: "mime_type", message: "must be the type of the content" }],
  });
}
