import { refuse } from "../errors.ts";
import { refuseEmpty, refuseLarge } from "./limits.ts";

const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/;

/** Strict base64: standard alphabet, whole groups, padding, nothing left over. Size and form are checked before decoding. */
export function decodeBase64(text: string): Buffer {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const size = Math.floor(text.length / 4) * 3 - padding;
  refuseLarge(size);
  if (text.length % 4 !== 0 || !ALPHABET.test(text)) throw notBase64();
  refuseEmpty(size, "file_content");
  const last = text.slice(-4);
  // Bits that no byte uses must be zero: otherwise several texts would stand for one file.
  if (Buffer.from(last, "base64").toString("base64") !== last) throw notBase64();
  return Buffer.from(text, "base64");
}

function notBase64() {
  return refuse(
    "VALIDATION_ERROR",
    "file_content is not base64: standard alphabet, with padding, without line breaks.",
    {
      reason: "invalid_base64",
      problems: [{ path: "file_content", message: "must be base64" }],
    },
  );
}
