import { expect, test } from "vitest";
import type { Identifier } from "../identifier.ts";
import { likenessOf, nameNearness } from "./likeness.ts";

const name = (value: string): Identifier => ({ kind: "name", value });
const email = (value: string): Identifier => ({ kind: "email", value });

test("takes each shared signal once and multiplies the doubt that is left", () => {
  expect(likenessOf([], [])).toEqual({ score: 0, signals: [] });
  expect(likenessOf([name("ada")], [name("ada")])).toEqual({ score: 0.6, signals: ["name"] });
  expect(likenessOf([name("ada"), email("a@b.c")], [email("a@b.c"), name("ada"), name("ada l")])).toEqual({
    score: 0.96,
    signals: ["email", "name"],
  });
  expect(likenessOf([email("a@b.c")], [email("a@b.c")], ["company"])).toEqual({
    score: 0.935,
    signals: ["company", "email"],
  });
  expect(likenessOf([email("a@b.c")], [{ kind: "name", value: "a@b.c" }])).toEqual({ score: 0, signals: [] });
});

test("tells names that look the same from names that are near and from names that are different", () => {
  expect(likenessOf([name("асme")], [name("acme")])).toEqual({ score: 0.5, signals: ["name_looks_alike"] });
  expect(likenessOf([name("nordwind logistik")], [name("nordwind logistic")]).signals).toEqual(["name_near"]);
  expect(likenessOf([name("acme")], [name("bolt")])).toEqual({ score: 0, signals: [] });
  expect(likenessOf([name("sha256:ab")], [name("sha256:ac")])).toEqual({ score: 0, signals: [] });
});

test("measures names the same way round, whatever the order of their words", () => {
  expect(nameNearness("ada lovelace", "lovelace ada")).toBe(1);
  expect(nameNearness("ada", "bob")).toBe(0);
  expect(nameNearness("", "")).toBe(1);
  expect(nameNearness("smith", "smyth")).toBe(nameNearness("smyth", "smith"));
  expect(nameNearness("smith", "smyth")).toBeGreaterThan(0.5);
  expect(nameNearness("smith", "smyth")).toBeLessThan(1);
});
