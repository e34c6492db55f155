/** Text as it came out of a file, and what it was written in where that is not UTF-8. */
export interface DecodedFile {
  readonly text: string;
  readonly charset: string | null;
}

/** The text of UTF-8 bytes, a byte order mark kept in place; undefined for anything that is not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  return decodeAs("utf-8", bytes);
}

/**
 * The text of a file: UTF-8, or what its mark or its own words say it is, or Windows' western letters where nothing else
 * looks like them. Anything else is undefined: to guess would be to misquote.
 */
export function decodeFile(bytes: Uint8Array, isHtml: boolean): DecodedFile | undefined {
  const plain = decodeText(bytes);
  if (plain !== undefined) return { text: plain, charset: null };
  const charset = markedCharset(bytes) ?? (isHtml ? declaredCharset(bytes) : undefined) ?? westernCharset(bytes);
  const text = charset && decodeAs(charset, bytes);
  return charset === undefined || text === undefined ? undefined : { text, charset };
}

function decodeAs(charset: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    // Not written in this, or in nothing that is known.
    return undefined;
  }
}

function markedCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Pages say it near their beginning. */
const DECLARED_WITHIN = 4096;

function declaredCharset(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, DECLARED_WITHIN)).toString("latin1");
  return /<meta[^>]{0,200}charset=["']?([a-z0-9_:-]{2,40})/i.exec(beginning)?.[1]?.toLowerCase();
}

/** Of western text, at most so many letters have a mark; of text in other letters nearly all would seem to. */
const MARKED_SHARE_MAX = 0.2;
/** Bytes above ASCII that stand for letters and signs of western languages; some have no meaning in Windows' letters. */
const WESTERN = /^[\t\n\f\r\x20-\x7e\u00a0-\u00ff€‚„…†‡‰Š‹ŒŽ‘’“”•–—™š›œžŸ]*$/u;

function westernCharset(bytes: Uint8Array): string | undefined {
  const charset = "windows-1252";
  const text = decodeAs(charset, bytes);
  if (text === undefined || !WESTERN.test(text)) return undefined;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const above = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return above <= letters * MARKED_SHARE_MAX ? charset : undefined;
}

/** Where the words begin: after the byte order mark, if there is one. */
export function textStart(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** Whether text that came out of JSON can be stored and hashed on every engine. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
