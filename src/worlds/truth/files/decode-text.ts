import { isUtf8Text } from "./magic.ts";

/** Whether text of this charset is UTF-8; so is all text that names none. */
export function isUtf8Charset(charset: string | undefined): boolean {
  return charset === undefined || charset === "utf-8" || charset === "utf8" || charset === "us-ascii";
}

/** The text of a file in the charset that its type names; undefined where it is no such text. */
export function decodeText(content: Buffer, charset: string | undefined): string | undefined {
  if (isUtf8Charset(charset)) return isUtf8Text(content) ? content.toString("utf8") : undefined;
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    // A charset nobody knows, or bytes that are none of it: either way the file cannot be read, and is kept.
    return undefined;
  }
}

/** The charset that text says itself by the mark at its beginning, and is whole in; undefined where it does not. */
export function markedCharset(content: Buffer): "utf-16le" | "utf-16be" | undefined {
  const isLittle = content[0] === 0xff && content[1] === 0xfe;
  if (!isLittle && !(content[0] === 0xfe && content[1] === 0xff)) return undefined;
  const charset = isLittle ? "utf-16le" : "utf-16be";
  const text = decodeText(content, charset);
  return text === undefined || text.includes("\0") ? undefined : charset;
}

const DECLARED =
  /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,40})|<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]{2,40})/i;

/** The charset that a page says of itself in its head, and is whole in; undefined where it says none. */
export function declaredCharset(content: Buffer): string | undefined {
  const [, page, markup] = DECLARED.exec(content.subarray(0, 2048).toString("latin1")) ?? [];
  const charset = (page ?? markup)?.toLowerCase();
  return charset === undefined || isUtf8Charset(charset) || decodeText(content, charset) === undefined
    ? undefined
    : charset;
}

/** The text of a stored file, if it is UTF-8. Stops reading where it is not: most files that are no text say so at once. */
export async function readUtf8(file: AsyncIterable<unknown>): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    chunks.push(chunk as Buffer);
    if (chunks.length === 1 && !beginsAsText(chunk as Buffer)) return undefined;
  }
  return decodeText(Buffer.concat(chunks), undefined);
}

/** A character may be cut at the end of the beginning. */
function beginsAsText(chunk: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8Text(chunk.subarray(0, chunk.length - cut)));
}
