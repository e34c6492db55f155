import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64 } from "./decode-base64.ts";

test("decodes what any encoder writes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      expect(decodeBase64(Buffer.from(bytes).toString("base64"))).toEqual(Buffer.from(bytes));
    }),
  );
});

test("takes no text but the one that stands for the bytes", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 12 }), (text) => {
      const strict = text.length % 4 === 0 && Buffer.from(text, "base64").toString("base64") === text;
      if (strict) expect(decodeBase64(text).toString("base64")).toBe(text);
      else expect(() => decodeBase64(text)).toThrow("not base64");
    }),
  );
});
