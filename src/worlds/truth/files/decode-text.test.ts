import { expect, test } from "vitest";
import { decodeText, guessCharset } from "./decode-text.ts";

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

test("guesses at the charset of text, and of text alone", () => {
  expect(guessCharset(Buffer.from([0x4d, 0xfc]))).toBe("windows-1252");
  expect(guessCharset(Buffer.from("\ufeffa", "utf16le"))).toBe("utf-16le");
  expect(guessCharset(Buffer.from("\ufeffa", "utf16le").swap16())).toBe("utf-16be");
  expect(guessCharset(Buffer.from([0xfc, 0]))).toBeUndefined();
});
