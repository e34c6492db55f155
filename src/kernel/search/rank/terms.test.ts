import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { terms, words } from "./terms.ts";
import { readThesaurus } from "./thesaurus.ts";

test("cuts words at all that is no letter or digit, in lower case and without marks", () => {
  expect(words("Zoë's café: 3½ naïve e-mails, Straße 7 東京")).toEqual([
    "zoe",
    "s",
    "cafe",
    "31",
    "2",
    "naive",
    "e",
    "mails",
    "strasse",
    "7",
    "東京",
  ]);
});

test("leaves out stop words and cuts the rest to their stems", () => {
  expect(terms("What were the happiest ponies doing, and didn't they like running?")).toEqual([
    "happiest",
    "poni",
    "didn",
    "like",
    "run",
  ]);
});

test("finds pieces of writing that does not part its words, and leaves what stands beside it whole", () => {
  expect(terms("東京タワー2026 A-1")).toEqual(["東", "京", "東京", "京タ", "タワ", "ワー", "2026", "1", "a1"]);
  expect(terms("猫")).toEqual(["猫"]);
  expect(terms("น้ำใจ")).toEqual(["นา", "าใ", "ใจ", "นาใ", "าใจ"]);
});

test("finds a Korean word whatever is written onto it", () => {
  expect(terms("영수증을 서랍에서")).toEqual(["영수", "수증", "서랍"]);
  expect(terms("약을")).toEqual(["약", "약을"]);
  expect(terms("약")).toEqual(["약"]);
  // What looks like an ending may belong to the word.
  expect(terms("지도를")).toEqual(["지도"]);
  expect(terms("지도")).toContain("지도");
  expect(terms("Excel파일을")).toEqual(["excel", "파일"]);
});

test.each([
  ["наушники", "наушников"],
  ["кошелёк", "кошелька"],
  ["прихожая", "в прихожей"],
  ["новый", "нового"],
  ["квитанция", "квитанцию"],
  ["дом", "домом"],
])("takes %s and %s for the same word", (one, other) => {
  expect(terms(other)).toContain(terms(one)[0]);
});

test("takes a code for one word however it is parted, and folds letters that are written for each other", () => {
  expect(terms("A-1")).toEqual(["1", "a1"]);
  expect(terms("A1")).toEqual(["a1"]);
  expect(terms("INV-2024/7")).toEqual(["inv", "2024", "7", "inv20247"]);
  expect(terms("e-mail, and/or 2026-05-01")).toEqual(["e", "mail", "2026", "05", "01", "email"]);
  expect(terms("José Straße Łódź")).toEqual(terms("Jose Strasse Lodz"));
  expect(terms("والمدرسة")).toEqual(terms("مدرسة"));
});

test.each([
  ["Wi-Fi", "wifi"],
  ["an e-mail", "email"],
  ["O’Brien", "OBrien"],
  ["AT&T", "ATT"],
  ["10km", "10 km"],
  ["ISO9001", "ISO 9001"],
  ["1,250.00 EUR", "1250"],
  ["1.250,00 EUR", "1,250"],
  ["555-0134", "5550134"],
  ["DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["getUserName", "the name of a user"],
  ["max_retry_count", "maxRetryCount"],
  ["XMLHttpRequest", "http"],
  ["Müller", "Mueller"],
  ["Mueller", "Mu\u0308ller"],
  ["γιατρός", "ΓΙΑΤΡΟΥ"],
  ["βιβλία", "βιβλίο"],
  ["המפתחות", "מפתח"],
  ["במגירה", "מגירה"],
  ["کليد", "کلید"],
  ["책을", "책들"],
  ["деревья", "дерево"],
])("finds %s and %s by a word that both have", (one, other) => {
  expect(terms(other)).toSatisfy((found: string[]) => found.some((term) => terms(one).includes(term)));
});

test("takes no word apart that is a name, a date, an ordinal or a key", () => {
  expect(terms("YouTube")).toEqual(["youtub"]);
  expect(terms("iPhone PDFs")).toEqual(["iphon", "pdf"]);
  expect(terms("2026-05-01 3rd 8may")).toEqual(["2026", "05", "01", "3rd", "8may", "8"]);
  expect(terms("aGVsbG8gQmFpbGl3aWNrIQxYzAbCdE")).toHaveLength(1);
  expect(terms("mother-in-law")).toEqual(["mother", "law"]);
  expect(terms("1.2.3 and 3.14")).toEqual(["1", "2", "3", "3", "14"]);
});

test("stems words as SQLite's porter tokenizer does, so that both sides of the index agree", () => {
  const endings = ["", "s", "ed", "ing", "ly", "ness", "ational", "izer", "fulness", "iveness", "y", "ies", "ement"];
  const all = readThesaurus()
    .filter((_, index) => index % 7 === 0)
    .flatMap(([stem]) => endings.map((ending) => stem + ending))
    .filter((word) => terms(word).length === 1);
  const database = new Database(":memory:");
  database.exec("create virtual table word using fts5(text, tokenize='porter unicode61')");
  database.exec("create virtual table stem using fts5vocab(word, instance)");
  const insert = database.prepare("insert into word (rowid, text) values (?, ?)");
  for (const [index, word] of all.entries()) insert.run(index, word);
  const theirs = database.prepare("select doc, term from stem order by doc").all() as { doc: number; term: string }[];
  const differing = theirs.filter(({ doc, term }) => terms(all[doc] ?? "")[0] !== term);
  expect(differing).toEqual([]);
  expect(theirs.length).toBe(all.length);
});
