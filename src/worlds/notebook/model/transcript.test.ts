import { describe, expect, test } from "vitest";
import { parsingForTests } from "../../../../test/kit/parsing.ts";
import { readNotebook } from "../files/read-notebook.ts";
import { cutPassages, quote } from "./passages.ts";

const parsing = parsingForTests();

async function cut(name: string, text: string) {
  const parsed = await readNotebook(name, Buffer.from(text), parsing);
  if ("skipped" in parsed) throw new Error(parsed.skipped);
  const passages = cutPassages("c", "n", parsed);
  for (const { part, start, end, text: words } of passages) {
    const of = parsed.parts.find((one) => one.name === part);
    if (of === undefined) throw new Error("no such part");
    expect(quote(of, start, end, 0).text).toBe(words);
  }
  return passages.map(({ speaker, text: words, timestamp }) => [speaker, words, timestamp]);
}

describe("a transcript is cut into turns", () => {
  test.each([
    ["[12/03/24, 09:15:32]", "\u200e[12/03/24, 09:16:01]"],
    ["12.03.24, 09:15 -", "12.03.24, 9:16 -"],
    ["3/12/2024, 9:15 AM -", "3/12/2024, 9:16\u202fPM -"],
  ])("as messengers export it, without guessing which is the day: %s", async (first, second) => {
    const text = `${first} Ana López: Hola\n${second} Luis: Sí\na las ocho\n${first} Ana López: Bien\n${second} Luis: Vale\n`;
    expect(await cut("chat.txt", text)).toEqual([
      ["Ana López", "Hola", null],
      ["Luis", "Sí\na las ocho", null],
      ["Ana López", "Bien", null],
      ["Luis", "Vale", null],
    ]);
  });

  test("with their times, whatever stands inside of them", async () => {
    const text = [
      "Export of 3 May",
      "",
      "[2024-05-03 10:00] Ana: I adopted a dog.",
      "[2024-05-03 10:01] José Pérez: Which?",
      "Note: I am allergic.",
      "",
      "# no heading here",
      "[2024-05-03 10:02:30] Ana: One called Pablo 🐕.",
      "[2024-05-03 10:03] José Pérez: Fine.",
    ].join("\r\n");
    const at = (minute: number, second = 0) => Date.UTC(2024, 4, 3, 10, minute, second);
    expect(await cut("chat.txt", text)).toEqual([
      [null, "Export of 3 May", null],
      ["Ana", "I adopted a dog.", at(0)],
      ["José Pérez", "Which?\r\nNote: I am allergic.\r\n\r\n# no heading here", at(1)],
      ["Ana", "One called Pablo 🐕.", at(2, 30)],
      ["José Pérez", "Fine.", at(3)],
    ]);
  });

  test("without times, in Markdown, up to a heading", async () => {
    const text =
      "# Call\n\n**Ana:** Where do we meet tomorrow?\n\n**Ben:** At the lake house, I think.\n\n**Ana:** I will bring the cake then.\n\n## Later\n\n**Ben:** Nobody came to the lake.\n";
    expect(await cut("call.md", text)).toEqual([
      [null, "# Call", null],
      ["Ana", "Where do we meet tomorrow?", null],
      ["Ben", "At the lake house, I think.", null],
      ["Ana", "I will bring the cake then.", null],
      ["Ben", "Nobody came to the lake.", null],
    ]);
  });

  test("a turn longer than a page is several passages of one speaker", async () => {
    const long = "and so it went on. ".repeat(800);
    const turns = await cut(
      "c.txt",
      `Ana: ${long}\nBen: I see what you mean.\nAna: Do you see it?\nBen: Yes, I do see.\n`,
    );
    expect(turns.length).toBeGreaterThan(6);
    expect(new Set(turns.map(([speaker]) => speaker))).toEqual(new Set(["Ana", "Ben"]));
  });
});

test.each([
  [
    "fields",
    "Name: Ada Lovelace of London\nBorn: 1815 in the winter\nWork: notes on the engine\nHome: a house in London\n",
  ],
  ["records", "Name: Ada\nAge: 36\nName: Bob\nAge: 41\nName: Cy\nAge: 12\n"],
  ["a log", "2024-01-01 10:00:00 INFO: it is started now\n2024-01-01 10:00:01 WARN: it is slow today\n".repeat(3)],
  [
    "prose",
    "We met.\n\nNote: it rained all day.\n\nWe went.\n\nTip: take a good coat.\n\nNote: it is cold.\n\nTip: go home soon.\n",
  ],
  ["one voice", "Ana: I wrote this here.\nAna: And this one too.\nAna: And also this one.\nAna: And that was it.\n"],
])("no transcript: %s", async (_, text) => {
  expect((await cut("n.txt", text)).every(([speaker]) => speaker === null)).toBe(true);
});

test("an exported chat is a notebook of turns, however it names its fields", async () => {
  const exports = [
    [
      { author: "Ana", text: "I adopted a dog.", timestamp: "2024-05-03T10:00:00Z" },
      { author: "Ben", text: "" },
      { author: "Ben", text: "Which?" },
    ],
    {
      title: "A chat",
      messages: [
        { author: { role: "Ana" }, content: { parts: ["I adopted a dog."] }, created_at: "2024-05-03 10:00" },
        { role: "Ben", content: [] },
        { role: "Ben", content: [{ type: "text", text: "Which?" }] },
      ],
    },
    {
      pages: [
        { text: "I adopted a dog.", speaker: "Ana", timestamp: 1714730400000 },
        { text: "Which?", speaker: "Ben" },
      ],
    },
  ];
  for (const json of exports) {
    expect(await cut("chat.json", JSON.stringify(json))).toEqual([
      ["Ana", "I adopted a dog.", Date.UTC(2024, 4, 3, 10)],
      ["Ben", "Which?", null],
    ]);
  }
});

test.each([[[{ author: "Ana" }]], [[{ text: "a" }]], [[]], [{ messages: "a" }], [{ messages: [1] }]])(
  "what is no chat is no notebook: %j",
  async (json) => {
    expect(await readNotebook("a.json", Buffer.from(JSON.stringify(json)), parsing)).toEqual({
      skipped: "not_a_notebook",
    });
  },
);
