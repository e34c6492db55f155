import { describe, expect, test } from "vitest";
import { answersAsked, askedField, type KnownField } from "./asked-field.ts";

const EMPTY = new Set("what is the a of to on at who when where how does do did was we in his are which".split(" "));

/** Stands in for the index's own cut: lower case, without stop words and endings. */
function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize("NFD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase()
      .replaceAll("'s", "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word)).map((word) => word.replace(/(?:ed|ing|s)$/, "")));
}

const FIELDS: Readonly<Record<string, KnownField>> = {
  phone: { entityType: "person", field: "phone", value: "+46 70 1", name: "Ana Lindqvist", kept: "" },
  email: { entityType: "person", field: "email", value: "ana@b.se", name: "Ana Lindqvist", kept: "" },
  work: { entityType: "person", field: "organization", value: "Volvo", name: "Ana Lindqvist", kept: "" },
  birthday: { entityType: "person", field: "birthday", value: "1984-05-12", name: "Ana Lindqvist", kept: "" },
  due: { entityType: "invoice", field: "date_due", value: "2026-12-24", name: "R-100", kept: "Acme GmbH" },
  amount: { entityType: "invoice", field: "amount_due", value: "1200", name: "R-100", kept: "Acme GmbH" },
  place: { entityType: "event", field: "location", value: "Bergen", name: "Team offsite", kept: "" },
};

describe("a question that names the thing and the field is answered by it", () => {
  test.each([
    ["What is Ana's phone number?", "phone", 0.95],
    ["What is Ana Lindqvist's e-mail address?", "email", 0.95],
    ["Where does Ana work?", "work", 0.95],
    ["Who is Ana's employer?", "work", 0.95],
    ["Who works at Volvo?", "work", 0.95],
    ["When was Ana born?", "birthday", 0.95],
    ["When is Ana's birthday?", "birthday", 0.95],
    ["Where is the team offsite?", "place", 0.95],
    ["How much do we owe Acme?", "amount", 0.8],
    ["When is the invoice of Acme due?", "due", 0.8],
    ["Which invoices are due?", "due", 0.8],
    ["When is the next invoice of Acme due?", "due", 0.8],
    // In other languages too, whatever the fields are called.
    ["Wie lautet die Telefonnummer von Ana?", "phone", 0.95],
    ["Wo arbeitet Ana Lindqvist?", "work", 0.95],
    ["Quelle est l'adresse e-mail d'Ana ?", "email", 0.95],
    ["¿Cuándo es el cumpleaños de Ana?", "birthday", 0.95],
    ["Quanto costa Acme?", "amount", 0.8],
    ["Wann ist R-100 fällig?", "due", 0.95],
    ["Wie alt ist Ana?", "phone", 0],
    ["¿Dónde trabaja Ana Svensson?", "work", 0],
    // One word more, another person or another field: it may ask for something else.
    ["What is Ana's address?", "email", 0],
    ["Where does Ana live?", "email", 0],
    ["What is Ana's shoe size?", "phone", 0],
    ["What is Carl's phone number?", "phone", 0],
    ["What is Ana Svensson's phone number?", "phone", 0],
    ["What is the phone number?", "phone", 0],
    ["What is the phone number of Ana's brother?", "phone", 0],
    ["Who is Ana?", "phone", 0],
  ])("%s by %s: %d", (question, field, score) => {
    const known = FIELDS[field];
    if (known === undefined) throw new Error(field);
    expect(answersAsked(askedField(question, wordsOf), known, wordsOf).score).toBe(score);
  });
});

test("of two fields the one of the kind that was asked for is told", () => {
  const asked = askedField("When is invoice R-100 due?", wordsOf);
  const kinds = ["due", "amount"].map((field) => answersAsked(asked, FIELDS[field] as KnownField, wordsOf).isOfKind);
  expect(kinds).toEqual([true, false]);
});
