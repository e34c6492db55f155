/** Agents and strangers chose these words: none of their signs may hide, or turn around, what stands beside them. */
export function said(text: string): string {
  return text.replaceAll(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** JSON as people read it; as it came where it is none. */
export function saidJson(text: string): string {
  try {
    return said(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return said(text);
  }
}

/** A time of the server, in the reader's own zone. */
export function moment(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}
