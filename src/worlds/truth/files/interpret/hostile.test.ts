import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { parsingForTests } from "../../../../../test/kit/parsing.ts";
import { endlessPages } from "../../../../../test/kit/pdf.ts";
import { parseMimeType } from "../mime-type.ts";
import { interpretFile } from "./interpret-file.ts";

const parsing = parsingForTests();
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

async function read(content: Uint8Array | string, type: string) {
  const file = { content: Buffer.from(content as string), type: parseMimeType(type), sourceId: "source" };
  const { rows, warnings } = await interpretFile(file, parsing);
  return { rows: rows?.map(({ row }) => row) ?? null, codes: warnings.map(({ code }) => code), warnings };
}

function word(xml: string | Uint8Array): Uint8Array {
  return zipSync({ "word/document.xml": typeof xml === "string" ? strToU8(xml) : xml });
}

test("a Word file that unpacks to far more than it is is given up", async () => {
  const bomb = word(new Uint8Array(80 * 1024 * 1024).fill(0x20));
  expect(bomb.length).toBeLessThan(200_000);
  expect(await read(bomb, WORD)).toMatchObject({ rows: null, codes: ["INTERPRETATION_FAILED"] });
});

test("archives in archives are not opened", async () => {
  const inner = zipSync({ "letter.txt": strToU8("Dear Ada") });
  expect(await read(zipSync({ "inner.zip": inner }), "application/zip")).toMatchObject({
    rows: null,
    codes: ["NOT_INTERPRETED"],
  });
  expect(await read(zipSync({ "inner.zip": inner }), WORD)).toMatchObject({ codes: ["INTERPRETATION_FAILED"] });
});

test("entities that a file declares itself are never expanded, in Word and in HTML", async () => {
  const lol = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
  const doctype = `<!DOCTYPE x [<!ENTITY l0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${lol}]>`;
  const text = (body: string) => `<?xml version="1.0"?>${doctype}<w:p><w:r><w:t>${body}</w:t></w:r></w:p>`;
  const { rows } = await read(word(text("before &l12; &file; after")), WORD);
  expect(JSON.stringify(rows).length).toBeLessThan(500);
  expect(JSON.stringify(rows)).not.toContain("root:");
  const page = await read(`${doctype}<p>before &l12; after</p>`, "text/html");
  expect(JSON.stringify(page.rows).length).toBeLessThan(2000);
  expect(await read(`<?xml version="1.0"?>${doctype}<svg>&l12;</svg>`, "image/svg+xml")).toMatchObject({ rows: null });
});

test("a mail of ten thousand parts is read for its first ones, and says so", async () => {
  const part = "--cut\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\nx\r\n";
  const head = 'From: a@b.example\r\nSubject: many\r\nContent-Type: multipart/mixed; boundary="cut"\r\n\r\n';
  const { rows, codes } = await read(`${head}${part.repeat(10_000)}--cut--\r\n`, "message/rfc822");
  expect(rows?.[0]).toMatchObject({ entity_type: "email", subject: "many" });
  expect(codes).toContain("PARTS_LEFT_OUT");
});

test("a mail of parts within parts is given up, and a mail in mails is followed a few steps", async () => {
  const open = Array.from(
    { length: 500 },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  );
  expect(await read(`From: a@b.example\r\n${open.join("")}`, "message/rfc822")).toMatchObject({
    rows: null,
    codes: ["INTERPRETATION_FAILED"],
  });
});

test.each([
  ["a PDF whose pages lead back to themselves", endlessPages(), "application/pdf"],
  ["a calendar of components without an end", "BEGIN:VCALENDAR\r\n".repeat(2000), "text/calendar"],
  ["a mail without a header", "\r\n\r\nwords", "message/rfc822"],
])("keeps what cannot be read, and says so: %s", async (_, content, type) => {
  expect(await read(content, type)).toMatchObject({ rows: null, codes: ["INTERPRETATION_FAILED"] });
});

test("a picture that says nothing of itself is kept without an entity", async () => {
  const noise = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0x45, 0x78]);
  expect(await read(noise, "image/jpeg")).toMatchObject({ rows: [], codes: ["NOTHING_SAID"] });
});

test("tags that are never closed cost no stack, and scripts say nothing", async () => {
  const { rows } = await read(`${"<div>".repeat(50_000)}<script>alert(1)</script>words`, "text/html");
  expect(rows).toMatchObject([{ entity_type: "note", content: "words" }]);
});

test("front matter whose aliases multiply is left alone, and the note is read", async () => {
  const yaml = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ...["b", "c", "d", "e", "f", "g"].map((name, n) => {
      const before = String.fromCharCode(97 + n);
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
    }),
  ];
  const { rows, codes } = await read(`---\n${yaml.join("\n")}\n---\n# Title\n\nWords.\n`, "text/markdown");
  expect(rows).toMatchObject([{ entity_type: "note", title: "Title" }]);
  expect(codes).toContain("FRONT_MATTER_UNREAD");
});

test("a table of more columns than anybody reads is kept as a file, and its rows are not made", async () => {
  const table = (columns: number) =>
    [0, 1].map((row) => Array.from({ length: columns }, (_, n) => (row === 0 ? `c${n}` : "")).join(",")).join("\n");
  expect((await read(table(10_001), "text/csv")).warnings).toMatchObject([
    { code: "INTERPRETATION_FAILED", details: { format: "csv", line: 1, reason: "too_many_columns" } },
  ]);
  expect((await read(`${table(1500)}\nx${",".repeat(1499)}`, "text/csv")).rows).toMatchObject([{ c0: "x" }]);
});
