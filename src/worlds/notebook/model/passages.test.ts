import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsingForTests } from "../../../../test/kit/parsing.ts";
import { readNotebook } from "../files/read-notebook.ts";
import { firstChars, lastChars } from "./chars.ts";
import type { Parsed } from "./parsed.ts";
import { cutPassages, quote, referenceIdOf } from "./passages.ts";
import { countTokens, PASSAGE_TOKENS_MAX } from "./tokens.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const parsing = parsingForTests();

async function parse(name: string, text: string): Promise<Parsed> {
  const parsed = await readNotebook(name, Buffer.from(text), parsing);
  if ("skipped" in parsed) throw new Error(parsed.skipped);
  return parsed;
}

const cut = async (text: string, name = "n.md") => cutPassages("c", "n", await parse(name, text));

describe("passages", () => {
  test("are whole paragraphs, never across a heading, headings with what follows them", async () => {
    const passages = await cut("intro\n\nmore\n\n## A\n\n### B\n\none\n\ntwo\n\n## C\nthree\n");
    expect(passages.map((passage) => passage.text)).toEqual([
      "intro\n\nmore",
      "## A\n\n### B\n\none\n\ntwo",
      "## C\nthree",
    ]);
    expect(passages.map((passage) => passage.section)).toEqual([0, 1, 2]);
    expect(passages.map((passage) => passage.ordinal)).toEqual([0, 1, 2]);
  });

  test("hold a fenced block together", async () => {
    const block = "```\na\n\n# not a heading\n```";
    expect((await cut(`x\n\n${block}\n`)).map((passage) => passage.text)).toEqual([`x\n\n${block}`]);
  });

  test("have byte offsets that a byte-wise reader can check, with any script and line ending", async () => {
    const text = "\ufeffÄpfel 🍎 und Birnen.\r\n\r\n水をやる。\r\n";
    const bytes = Buffer.from(text);
    for (const passage of await cut(text)) {
      expect(bytes.subarray(passage.start, passage.end).toString()).toBe(passage.text);
    }
  });

  test("of cells and pages differ although text and offsets are the same", async () => {
    const cells = { cells: [1, 2].map(() => ({ cell_type: "code", source: "same" })) };
    const ids = (await cut(JSON.stringify(cells), "n.ipynb")).map((passage) => passage.referenceId);
    expect(new Set(ids).size).toBe(2);
  });

  test("are named by collection, notebook, place and text", () => {
    const checksum = sha256("text");
    const id = referenceIdOf("c", "n", { part: "file", start: 3, end: 7, checksum });
    expect(id).toBe(`ref_c_${sha256(`n|3|7|${checksum}`).slice(0, 16)}`);
  });

  test("never exceed the limit, overlap or lose a word, whatever the text", async () => {
    const word = fc.oneof(
      fc.constantFrom(
        "word",
        "naïve",
        "水",
        "🍎🍎",
        "x".repeat(5000),
        ".",
        "\n",
        "\n\n",
        "\n# h\n",
        "```\n",
        "\f",
        "\t",
      ),
      fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\0", "")),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), fc.constantFrom("n.md", "n.txt"), async (words, name) => {
        const text = `start ${words.join(" ")}`;
        const bytes = Buffer.from(text);
        const parsed = await parse(name, text);
        const passages = cutPassages("c", "n", parsed);
        let end = 0;
        let between = "";
        for (const passage of passages) {
          expect(passage.start).toBeGreaterThanOrEqual(end);
          expect(bytes.subarray(passage.start, passage.end).toString()).toBe(passage.text);
          expect(sha256(passage.text)).toBe(passage.checksum);
          expect(countTokens(passage.text)).toBeLessThanOrEqual(PASSAGE_TOKENS_MAX);
          between += bytes.subarray(end, passage.start).toString();
          end = passage.end;
        }
        // Only white space and page marks stand outside of passages.
        expect((between + bytes.subarray(end).toString()).trim()).toBe("");
        expect(new Set(passages.map((passage) => passage.referenceId)).size).toBe(passages.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe("context", () => {
  test("stays on the page and within its length, and tears no character", async () => {
    const { parts } = await parse("n.md", `# one\n\n🍎${"a".repeat(600)}\n\nquote\n\n# two\n\nother\n`);
    const [part] = parts;
    if (part === undefined) throw new Error("no part");
    const start = Buffer.from(part.text.slice(0, part.text.indexOf("quote"))).length;
    const { text, before, after } = quote(part, start, start + 5, 500);
    expect(text).toBe("quote");
    expect(before).toBe(`${"a".repeat(498)}\n\n`);
    expect(after).toBe("\n\n");
  });

  test("is cut between characters", () => {
    expect(firstChars("a🍎b", 2)).toBe("a");
    expect(firstChars("a🍎b", 3)).toBe("a🍎");
    expect(lastChars("a🍎b", 2)).toBe("b");
    expect(lastChars("a🍎b", 0)).toBe("");
  });
});
