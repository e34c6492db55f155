import { expect, test } from "vitest";
import { decodeText, markedCharset } from "./decode-text.ts";

const UMLAUT = "Müller €";

test.each([
  [undefined, Buffer.from(UMLAUT), UMLAUT],
  ["utf8", Buffer.from(UMLAUT), UMLAUT],
  ["windows-1252", Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x20, 0x80]), UMLAUT],
  ["utf-16le", Buffer.from(UMLAUT, "utf16le"), UMLAUT],
  [undefined, Buffer.from([0x4d, 0xfc]), undefined],
  [undefined, Buffer.from([0x4d, 0]), undefined],
  ["shift_jis", Buffer.from([0x82]), undefined],
  ["nobody-knows", Buffer.from("a"), undefined],
])("decodes %s", (charset, content, text) => {
  expect(decodeText(content, charset)).toBe(text);
});

test("is sure of the charset of text that is marked and whole", () => {
  const marked = Buffer.from(`\ufeff${UMLAUT}`, "utf16le");
  expect(markedCharset(marked)).toBe("utf-16le");
  expect(markedCharset(Buffer.from(marked).swap16())).toBe("utf-16be");
  expect(markedCharset(Buffer.from(UMLAUT, "utf16le"))).toBeUndefined();
  expect(markedCharset(marked.subarray(0, -1))).toBeUndefined();
  expect(markedCharset(Buffer.from("\ufeffa\0b", "utf16le"))).toBeUndefined();
  expect(markedCharset(Buffer.from([0xff, 0xfe, 0x00, 0xd8]))).toBeUndefined();
});
