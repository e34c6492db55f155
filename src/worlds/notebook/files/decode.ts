/** The text of UTF-8 bytes, a byte order mark kept in place; undefined for anything that is not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    // Not UTF-8: no offset into it could be checked against the file.
    return undefined;
  }
}

/** Where the words begin: after the byte order mark, if there is one. */
export function textStart(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** Whether text that came out of JSON can be stored and hashed on every engine. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
