import { expect, test } from "vitest";
import { likenessOf } from "./likeness.ts";
import { plainSpelling } from "./spelling.ts";

const PAIRS = [
  ["Jürgen Müller", "Juergen Mueller"],
  ["Søren Ågård", "Soeren Aagaard"],
  ["山田太郎", "山田 太郎"],
  ["ジョン・スミス", "ジョンスミス"],
  ["김 민수", "김민수"],
  ["شركة النور", "شركه النور"],
  ["أحمد", "احمد"],
] as const;

test("a name that was typed without its own letters has the same spelling", () => {
  for (const [one, other] of PAIRS) {
    expect([one, plainSpelling(one)]).toEqual([one, plainSpelling(other)]);
    const named = (value: string) => [{ kind: "name" as const, value: value.toLowerCase() }];
    expect(likenessOf(named(one), named(other)).signals).toEqual(["name_same_words"]);
  }
});

test("other names keep another spelling", () => {
  expect(plainSpelling("Jürgen")).not.toBe(plainSpelling("Jurgen"));
  expect(plainSpelling("山田太郎")).not.toBe(plainSpelling("山田次郎"));
  // Spaces between words of other scripts tell words apart.
  expect(plainSpelling("Анна Мария")).toBe("анна мария");
});
