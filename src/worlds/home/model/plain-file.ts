/** Types whose files are text that people and programs write as it stands. */
const TEXT =
  /^(?:text\/[\w.+-]+|application\/(?:(?:[\w.-]+\+)?(?:json|xml)|x-ndjson|jsonl|yaml|csv|mbox|x-subrip)|message\/rfc822)\s*(?:;|$)/i;
/** A character that no form of base64 has, line breaks included. */
const NOT_BASE64 = /[^A-Za-z0-9+/=_\s-]/;
const OTHER_CHARSET = /;\s*charset=(?!["']?utf-?8\b)/i;

export const PLAIN_FILE = "PLAIN_FILE: file_content is no base64 and was kept as the text that it is.";

/**
 * The text of a file as base64, where it was given as it stands; undefined where it may be base64 itself, which is
 * what a file is given in, or where its type is none of text.
 */
export function asBase64(content: string, mimeType: string | undefined): string | undefined {
  const isText = mimeType !== undefined && TEXT.test(mimeType) && !OTHER_CHARSET.test(mimeType);
  return isText && NOT_BASE64.test(content) ? Buffer.from(content).toString("base64") : undefined;
}
