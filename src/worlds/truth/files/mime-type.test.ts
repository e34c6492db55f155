import { describe, expect, test } from "vitest";
import type { KernelError } from "../../../kernel/index.ts";
import { attachedType, declaredType, detectedType } from "./mime-type.ts";

const bytes = (...values: number[]) => Buffer.from(values);
const PNG = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);
const ZIP = Buffer.from("PK\u0003\u0004 and so on");
const TEXT = Buffer.from("Grüße");
const UTF16 = Buffer.from("\ufeff{}", "utf16le");

function outcome(declared: string, content: Buffer): string {
  try {
    return declaredType(declared, content).text;
  } catch (error) {
    return String((error as KernelError).details.reason);
  }
}

test.each([
  ["image/png", PNG, "image/png"],
  ["IMAGE/PNG", PNG, "image/png"],
  ["image/png", ZIP, "mime_mismatch"],
  ["image/jpg", bytes(0xff, 0xd8, 0xff, 0xe0), "image/jpg"],
  ["text/plain", TEXT, "text/plain"],
  ["text/plain; charset=utf-8", TEXT, "text/plain; charset=utf-8"],
  ["text/plain; charset=iso-8859-1", bytes(0xfc), "text/plain; charset=iso-8859-1"],
  ["text/plain", bytes(0xfc), "mime_mismatch"],
  ["text/plain", bytes(0x61, 0), "mime_mismatch"],
  ["text/csv; header=present", UTF16, "text/csv; header=present; charset=utf-16le"],
  ["text/csv; charset=utf-8", UTF16, "mime_mismatch"],
  ["text/csv", UTF16.subarray(0, 5), "mime_mismatch"],
  ["text/csv", PNG, "mime_mismatch"],
  ["application/json", Buffer.from("%PDF-1.4"), "mime_mismatch"],
  ["application/vnd.api+json", bytes(0xff), "mime_mismatch"],
  ["application/pdf", TEXT, "mime_mismatch"],
  [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ZIP,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", TEXT, "mime_mismatch"],
  ["application/octet-stream", PNG, "application/octet-stream"],
  ["application/x-unheard-of", bytes(0, 1, 2), "application/x-unheard-of"],
  ["", TEXT, "invalid_mime_type"],
  ["text", TEXT, "invalid_mime_type"],
  ["text/", TEXT, "invalid_mime_type"],
  ["text/plain\nX: y", TEXT, "invalid_mime_type"],
  ["text/csv; header=present", TEXT, "text/csv; header=present"],
  ["text/plain; Format=flowed; CHARSET=UTF-8", TEXT, "text/plain; format=flowed; charset=utf-8"],
  ['application/json; profile="a; charset=x \\" b"', TEXT, 'application/json; profile="a; charset=x \\" b"'],
  ['text/plain;charset="ISO-8859-1"', bytes(0xfc), "text/plain; charset=iso-8859-1"],
  ["multipart/mixed; boundary=a; charset=utf-8", TEXT, "multipart/mixed; boundary=a; charset=utf-8"],
  ["text/csv; header=present", bytes(0xfc), "mime_mismatch"],
  ["text/plain; charset=utf8", bytes(0xfc), "mime_mismatch"],
  ["text/plain; charset", TEXT, "invalid_mime_type"],
  ["text/plain; =a", TEXT, "invalid_mime_type"],
  ["text/plain; a=b c", TEXT, "invalid_mime_type"],
  ['text/plain; a="b', TEXT, "invalid_mime_type"],
  ['text/plain; a="b\n"', TEXT, "invalid_mime_type"],
  ["text/plain; a=1; A=2", TEXT, "invalid_mime_type"],
  ['text/plain; charset="a b"', TEXT, "invalid_mime_type"],
  ["text/plain, text/csv", TEXT, "invalid_mime_type"],
  [`text/${"x".repeat(200)}`, TEXT, "invalid_mime_type"],
])("%s", (declared, content, expected) => {
  expect(outcome(declared, content)).toBe(expected);
});

describe("tells the type of a file", () => {
  test.each([
    ["a.csv", TEXT, "text/csv"],
    ["A.JSON", TEXT, "application/json"],
    ["letter", TEXT, "text/plain"],
    ["letter.unknown", PNG, "image/png"],
    ["blob", bytes(0, 1), "application/octet-stream"],
    ["a.pdf", TEXT, "text/plain"],
    ["a.pdf", PNG, "image/png"],
    ["a.png", bytes(0, 1), "application/octet-stream"],
    ["a.csv", ZIP, "application/zip"],
    ["a.csv", bytes(0xfc, 0), "application/octet-stream"],
    ["a.json", UTF16, "application/json; charset=utf-16le"],
    ["a.txt", Buffer.from(UTF16).swap16(), "text/plain; charset=utf-16be"],
    ["letter", UTF16, "text/plain; charset=utf-16le"],
    ["a.docx", ZIP, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ])("%s", (name, content, expected) => {
    expect(detectedType(name, content).text).toBe(expected);
  });

  test.each([
    ["a.csv", bytes(0x4d, 0x81), "text/csv; charset=windows-1252"],
    ["a.json", bytes(0xff, 0xfe, 0x7b), "application/json; charset=windows-1252"],
  ])("and refuses text in a charset that only its writer knows: %s", (name, content, example) => {
    expect(() => detectedType(name, content)).toThrow(
      `The file is text, but not UTF-8: name its charset in mime_type, such as ${example}.`,
    );
  });
});

test.each([
  ["text/csv", "text/csv"],
  ["_text/plain", "text/plain"],
  ["text/.csv", "text/plain"],
  ["nonsense", "text/plain"],
])("a file that a mail says is %s is read as %s: nothing is refused", (claimed, read) => {
  expect(attachedType("attached", TEXT, claimed).text).toBe(read);
});

test("a file in a mail that is marked as UTF-16 is read as its type says", () => {
  expect(attachedType("rows.csv", UTF16, "application/octet-stream").text).toBe("text/csv; charset=utf-16le");
});

test("text that is clearly in a charset is read in it, and says that nobody named it", () => {
  const guessed = {
    text: "text/csv; charset=windows-1252",
    essence: "text/csv",
    charset: "windows-1252",
    isGuessed: true,
  };
  const content = bytes(0x4d, 0xfc);
  expect(detectedType("a.csv", content)).toEqual(guessed);
  expect(declaredType("text/csv", content)).toEqual(guessed);
  expect(attachedType("a.csv", content, "application/octet-stream")).toEqual(guessed);
  expect(() => declaredType("text/csv; charset=utf-8", content)).toThrow();
});

test("a page that names its charset in its head is read in it", () => {
  const page = Buffer.from('<html><head><meta charset="Shift_JIS"><title>\x93\xfa\x96\x7b</title>', "latin1");
  const typed = { text: "text/html; charset=shift_jis", essence: "text/html", charset: "shift_jis" };
  expect(declaredType("text/html", page)).toEqual(typed);
  expect(detectedType("page.html", page)).toEqual(typed);
  const wrong = Buffer.from('<meta charset="no-such-thing">\x81', "latin1");
  expect(() => detectedType("page.html", wrong)).toThrow();
});
