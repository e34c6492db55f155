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
    "straße",
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
