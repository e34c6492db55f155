import { describe, expect, test } from "vitest";
import { parsingForTests } from "../../../../test/kit/parsing.ts";
import { textPdf } from "../../../../test/kit/pdf.ts";
import { formatOf } from "../model/parsed.ts";
import { readNotebook } from "./read-notebook.ts";

const parsing = parsingForTests();
const read = (path: string, text: string | Uint8Array) => readNotebook(path, Buffer.from(text), parsing);

describe("formats", () => {
  test("goes by the ending of the name, in any case", () => {
    expect(["a.md", "a.MARKDOWN", "a.txt", "a.ipynb", "a.json", "b/a.pdf", "a.png", "a"].map(formatOf)).toEqual([
      "markdown",
      "markdown",
      "text",
      "jupyter",
      "json",
      "pdf",
      undefined,
      undefined,
    ]);
  });

  test("tells why a file is no notebook", async () => {
    const invalid = new Uint8Array([0x61, 0x00, 0xff, 0xfe]);
    expect(await read("a.md", invalid)).toEqual({ skipped: "not_text" });
    expect(await read("a.txt", "a\0b")).toEqual({ skipped: "not_text" });
    expect(await read("a.ipynb", "{")).toEqual({ skipped: "broken_json" });
    expect(await read("a.json", "[1, 2]")).toEqual({ skipped: "not_a_notebook" });
    expect(await read("a.json", '{"text": "\\ud800"}')).toEqual({ skipped: "not_text" });
    expect(await read("a.pdf", "no pdf at all")).toEqual({ skipped: "broken_pdf" });
  });
});

describe("Markdown", () => {
  test("takes what the front matter says and leaves it out of the pages", async () => {
    const text = "---\nnotebook_id: n\ntitle: T\nauthor: A\ncreated_at: 2025-02-03\ntags: [x, y]\n---\nBody.\n";
    expect(await read("a.md", text)).toEqual({
      format: "markdown",
      meta: { notebookId: "n", title: "T", author: "A", createdAt: Date.UTC(2025, 1, 3), tags: ["x", "y"] },
      parts: [
        { name: "file", text, spans: [{ start: text.indexOf("Body"), end: text.length, page: null, timestamp: null }] },
      ],
      markdown: true,
      notes: [],
    });
  });

  test.each([
    ["unbalanced", "---\ntitle: [a\n---\nBody.\n"],
    [
      "an alias bomb",
      `---\na: &a [1,1]\n${Array.from({ length: 40 }, (_, n) => `b${n}: [*a, *a, *a, *a]`).join("\n")}\n---\nBody.\n`,
    ],
    ["no mapping", "---\njust words\n---\nBody.\n"],
  ])("keeps broken front matter as text and says so: %s", async (_, text) => {
    const parsed = await read("a.md", text);
    expect(parsed).toMatchObject({ notes: [expect.stringContaining("kept as text")] });
    expect(parsed).toMatchObject({ parts: [{ spans: [{ start: 0, end: text.length }] }] });
  });

  test("takes a rule at the top without an end for what it is", async () => {
    expect(await read("a.md", "---\nBody.\n")).toMatchObject({ notes: [], parts: [{ spans: [{ start: 0 }] }] });
  });

  test("uses the file's own time where created_at is not one", async () => {
    expect(await read("a.md", "---\ncreated_at: last summer\n---\nBody.\n")).toMatchObject({
      meta: { createdAt: null },
      notes: [expect.stringContaining("created_at")],
    });
  });

  const pagesOf = async (name: string, text: string) => {
    const parsed = await read(name, text);
    if ("skipped" in parsed) throw new Error(parsed.skipped);
    return parsed.parts[0]?.spans.map((span) => [span.page, text.slice(span.start, span.end)]);
  };

  test("pages by comment, else by form feed, else by heading of level 1, else not at all", async () => {
    expect(await pagesOf("a.md", "x\n<!-- page 4 -->\ny\n# h\nv\fw\n<!-- page 9 -->\nz")).toEqual([
      [null, "x\n"],
      [4, "y\n# h\nv\fw\n"],
      [9, "z"],
    ]);
    expect(await pagesOf("a.md", "# a\nx\f# b\ny")).toEqual([
      [1, "# a\nx"],
      [2, "# b\ny"],
    ]);
    expect(await pagesOf("a.md", "# a\nx\n# b\ny")).toEqual([
      [1, "# a\nx\n"],
      [2, "# b\ny"],
    ]);
    expect(await pagesOf("a.md", "## a\nx")).toEqual([[null, "## a\nx"]]);
    expect(await pagesOf("a.txt", "# a\n# b")).toEqual([[null, "# a\n# b"]]);
  });

  test("sees no heading inside a fenced block", async () => {
    expect(await pagesOf("a.md", "```sh\n# a comment\n```\ntext")).toEqual([[null, "```sh\n# a comment\n```\ntext"]]);
  });

  test("starts after a byte order mark", async () => {
    expect(await read("a.md", "\ufeff# T\n")).toMatchObject({
      meta: { title: "T" },
      parts: [{ spans: [{ start: 1 }] }],
    });
  });
});

describe("Jupyter", () => {
  test("makes each cell a page and a part of its own", async () => {
    const notebook = {
      metadata: { authors: [{ name: "Ada" }] },
      cells: [
        { cell_type: "markdown", source: ["# T\n", "x"] },
        { cell_type: "code", metadata: { execution: { "iopub.execute_input": "2025-01-02T03:04:05Z" } }, source: "1" },
      ],
    };
    expect(await read("a.ipynb", JSON.stringify(notebook))).toMatchObject({
      meta: { title: "T", author: "Ada" },
      parts: [
        { name: "cell 1", text: "# T\nx", spans: [{ page: 1, timestamp: null }] },
        { name: "cell 2", text: "1", spans: [{ page: 2, timestamp: Date.UTC(2025, 0, 2, 3, 4, 5) }] },
      ],
    });
  });

  test("reads the sheets of format 3 and refuses what has no cells", async () => {
    const old = { worksheets: [{ cells: [{ cell_type: "code", input: ["a", "b"] }] }] };
    expect(await read("a.ipynb", JSON.stringify(old))).toMatchObject({ parts: [{ name: "cell 1", text: "ab" }] });
    expect(await read("a.ipynb", "{}")).toEqual({ skipped: "not_a_notebook" });
  });
});

describe("JSON notebooks", () => {
  test("takes pages, one text, or cells", async () => {
    const pages = { title: "T", pages: [{ text: "a" }, { text: "b", page: 9, timestamp: "2025-01-01" }] };
    expect(await read("a.json", JSON.stringify(pages))).toMatchObject({
      format: "json",
      meta: { title: "T" },
      parts: [
        { name: "entry 1", text: "a", spans: [{ page: 1 }] },
        { name: "entry 2", text: "b", spans: [{ page: 9, timestamp: Date.UTC(2025, 0, 1) }] },
      ],
    });
    expect(await read("a.json", '{"text": "a"}')).toMatchObject({ parts: [{ text: "a", spans: [{ page: null }] }] });
    expect(await read("a.json", '{"cells": []}')).toMatchObject({ format: "jupyter" });
  });
});

describe("exported chats", () => {
  const turnsOf = async (json: unknown) => {
    const parsed = await read("chat.json", JSON.stringify(json));
    if ("skipped" in parsed) return parsed.skipped;
    return parsed.parts.map(({ text, spans: [span] }) => [span?.speaker, text, span?.timestamp]);
  };
  const node = (id: string, parent: string | null, message: unknown) => ({ [id]: { id, parent, message } });
  const said = (role: string, parts: unknown[], seconds: number) => ({
    author: { role },
    create_time: seconds,
    content: { content_type: "text", parts },
  });

  test("follows a tree of messages to its current end, through every conversation", async () => {
    const mapping = {
      ...node("root", null, null),
      ...node("a", "root", said("user", ["Where to in Norway?"], 1_700_000_000.25)),
      ...node("b", "a", said("assistant", ["Bergen."], 1_700_000_001)),
      ...node("c", "a", said("assistant", ["Lofoten."], 1_700_000_002)),
    };
    const other = { mapping: node("x", null, said("user", ["Thanks!"], 1_700_000_100)), current_node: "x" };
    expect(await turnsOf([{ title: "Trip", mapping, current_node: "c" }, other])).toEqual([
      ["user", "Where to in Norway?", 1_700_000_000_250],
      ["assistant", "Lofoten.", 1_700_000_002_000],
      ["user", "Thanks!", 1_700_000_100_000],
    ]);
  });

  test("reads conversations with a list of messages each, in the words of who said them", async () => {
    const chat_messages = [
      { sender: "human", text: "", content: [{ type: "text", text: "Tell me of narwhals" }], created_at: "2024-01-01" },
      { sender: "assistant", text: "They have a tusk.", created_at: "2024-01-01T00:00:05Z" },
    ];
    expect(await turnsOf([{ name: "Whales", chat_messages }])).toEqual([
      ["human", "Tell me of narwhals", Date.UTC(2024, 0, 1)],
      ["assistant", "They have a tusk.", Date.UTC(2024, 0, 1, 0, 0, 5)],
    ]);
  });

  test("leaves out who joined, keeps marked words in their sentence and what no one signed", async () => {
    const messages = [
      { type: "service", actor: "Ana", action: "join_group", text: "" },
      {
        type: "message",
        from: "Ana",
        date_unixtime: "1700000000",
        text: ["See ", { type: "bold", text: "Friday" }, "!"],
      },
      { type: "message", text: "Pinned." },
      { type: "message", from: "Ben", text: "Fine." },
    ];
    expect(await turnsOf({ name: "Group", messages })).toEqual([
      ["Ana", "See Friday!", 1_700_000_000_000],
      [undefined, "Pinned.", null],
      ["Ben", "Fine.", null],
    ]);
  });

  test("takes a list in which hardly anyone speaks for no chat", async () => {
    expect(await turnsOf([{ text: "a" }, { text: "b" }, { text: "c", name: "Ana" }])).toBe("not_a_notebook");
    expect(await turnsOf([{ messages: [] }])).toBe("not_a_notebook");
  });
});

describe("HTML", () => {
  const textOf = async (html: string) => {
    const parsed = await read("a.html", html);
    return "skipped" in parsed ? parsed.skipped : parsed.parts.map(({ text }) => text).join("");
  };

  test.each([
    [
      "named and numbered characters",
      "<p>caf&eacute; &Uuml;ber &ndash; &#8364;5 it&#146;s &amp;lt;</p>",
      "café Über – €5 it’s &lt;\n",
    ],
    ["cells", "<table><tr><td>cell one</td><td>cell two</td></tr></table>", "cell one\tcell two\n"],
    ["a head without an end", "<html><head><title>T</title><meta charset=utf-8><body>Body.", "Body.\n"],
    ["signs in scripts", "<script>if (a<b) { c='</p>' }</script><p>After.</p>", "After.\n"],
    ["a sign that begins no tag", "<p>1 < 2 and a<3</p>", "1 < 2 and a<3\n"],
  ])("reads %s", async (_, html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  test("reads many signs that begin no tag, each looked at once", async () => {
    expect(await textOf("< ".repeat(500_000))).toHaveLength(1_000_000);
  });
});

describe("files that are not UTF-8", () => {
  test.each([
    ["utf-16le", "a.txt", Buffer.from("\ufeffKöln und Łódź", "utf16le"), "\ufeffKöln und Łódź"],
    ["utf-16be", "a.txt", Buffer.from("\ufeffKöln und Łódź", "utf16le").swap16(), "\ufeffKöln und Łódź"],
    ["windows-1252", "a.txt", Buffer.from("Äpfel kosten \x80 3 im März", "latin1"), "Äpfel kosten € 3 im März"],
    [
      "shift_jis",
      "a.html",
      Buffer.concat([Buffer.from('<meta charset="shift_jis"><p>'), Buffer.from([0x8c, 0xae])]),
      "鍵\n",
    ],
  ])("are read as %s where it is certain, and say so", async (charset, name, bytes, text) => {
    const parsed = await read(name, bytes);
    expect(parsed).toMatchObject({
      parts: [{ name: "text", text }],
      notes: expect.arrayContaining([expect.stringContaining(charset)]),
    });
  });

  test("are left where it could only be guessed", async () => {
    const russian = Buffer.from([0xeb, 0xcc, 0xc0, 0xde, 0x20, 0xcf, 0xd4]);
    const chinese = Buffer.from([0xb2, 0xd6, 0xbf, 0xe2, 0xb5, 0xc4]);
    for (const bytes of [russian, chinese, Buffer.from("wide", "utf16le")])
      expect(await read("a.txt", bytes)).toEqual({ skipped: "not_text" });
  });
});

test("reads the text layer of a PDF page by page", async () => {
  expect(await read("a.pdf", textPdf("Hello notebook"))).toMatchObject({
    format: "pdf",
    parts: [{ name: "page 1", text: "Hello notebook", spans: [{ page: 1 }] }],
    notes: [],
  });
});
