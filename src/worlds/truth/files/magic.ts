import { isUtf8 } from "node:buffer";

/** How files of a type begin; `at` where the mark does not stand at the start. */
const MARKS: readonly { readonly type: string; readonly at: number; readonly bytes: readonly number[] }[] = [
  { type: "application/pdf", at: 0, bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: "image/gif", at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { type: "image/webp", at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: "application/zip", at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
  { type: "application/zip", at: 0, bytes: [0x50, 0x4b, 0x05, 0x06] },
  { type: "application/gzip", at: 0, bytes: [0x1f, 0x8b] },
];

/** Types that are zip files inside. */
const ZIPPED =
  /^application\/(?:vnd\.openxmlformats-.+|vnd\.oasis\.opendocument\..+|epub\+zip|java-archive|zip|x-zip-compressed)$/;

/** The type that the first bytes of a file give away. */
export function magicOf(content: Buffer): string | undefined {
  return MARKS.find(({ at, bytes }) => bytes.every((byte, index) => content[at + index] === byte))?.type;
}

/** What files of a type must begin with; undefined where nothing is fixed. */
export function magicOfType(essence: string): string | undefined {
  if (ZIPPED.test(essence)) return "application/zip";
  if (essence === "image/jpg") return "image/jpeg";
  if (essence === "application/x-gzip") return "application/gzip";
  return MARKS.find(({ type }) => type === essence)?.type;
}

export function isUtf8Text(content: Buffer): boolean {
  // A NUL never stands in text, and no engine could search what follows it.
  return isUtf8(content) && !content.includes(0);
}
