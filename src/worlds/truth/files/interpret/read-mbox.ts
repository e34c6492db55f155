/** A line that parts mails in one file: who sent the next, and when it came. */
const PARTS =
  /^From \S[^\r\n]{0,300} \d{2}:\d{2}:\d{2} [^\r\n]{0,20}\d{4}(?: [+-]\d{4})?[ \t]*\r?\n(?=[A-Za-z][A-Za-z0-9-]{0,70}:)/gm;
const HEAD_CHARS_MAX = 1000;
/** Mails of one file that are read. */
export const MAILS_MAX = 500;

/** Whether a file is mails one after the other, whatever it is called. */
export function isMbox(text: string): boolean {
  return text.startsWith("From ") && text.slice(0, HEAD_CHARS_MAX).search(PARTS) === 0;
}

/** The mails of a file, each as it was before it was put there; and how many more there are than are read. */
export function mailsIn(content: Buffer): { readonly mails: readonly Buffer[]; readonly leftOut: number } {
  // One character a byte: nothing is read as text that may be written in any charset.
  const text = content.toString("latin1");
  const heads = [...text.matchAll(PARTS)].filter(
    ({ index }) => index === 0 || /\n\r?\n$/.test(text.slice(index - 3, index)),
  );
  const mails = heads.slice(0, MAILS_MAX).map(({ index, 0: line }, n) => {
    const mail = text.slice(index + line.length, heads[n + 1]?.index ?? text.length);
    return Buffer.from(mail.replace(/^>(>*From )/gm, "$1"), "latin1");
  });
  return { mails, leftOut: Math.max(0, heads.length - MAILS_MAX) };
}
