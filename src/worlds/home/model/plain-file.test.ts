import { expect, test } from "vitest";
import { asBase64 } from "./plain-file.ts";

test.each([
  ["name,email\nZoë,z@x.example\n", "text/csv", true],
  ['{"a": 1}', "application/json; charset=utf-8", true],
  ["BEGIN:VCARD\nEND:VCARD", "text/vcard", true],
  // It may be base64, whole or cut off: nothing is guessed.
  ["bmFtZSxlbWFpbAo=", "text/csv", false],
  ["bmFtZSxl\nbWFpbA", "text/plain", false],
  ["hello there", "text/plain", false],
  // No text, or not in the charset that its bytes would be in.
  ["%PDF-1.7 …", "application/pdf", false],
  ["é;è", "text/csv; charset=windows-1252", false],
  ["a, b", undefined, false],
])("%j of type %s is text as it stands: %s", (content, type, isPlain) => {
  expect(asBase64(content, type)).toBe(isPlain ? Buffer.from(content).toString("base64") : undefined);
});
