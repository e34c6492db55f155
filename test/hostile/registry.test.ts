import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Asserted, assertedBy } from "./asserted.ts";
import { HOSTILE_CASES, OWED } from "./cases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("every one of the 90 cases has its row, each once and in order", () => {
  expect(HOSTILE_CASES.map(({ number }) => number)).toEqual(Array.from({ length: 90 }, (_, index) => index + 1));
});

test("each row names tests that are there, and none that is left out", () => {
  const missing = HOSTILE_CASES.flatMap(({ number, proven }) =>
    proven.filter(([file, title]) => !isThere(file, title)).map(([file, title]) => `${number}: ${file}: ${title}`),
  );
  expect(missing).toEqual([]);
});

test("what nothing shows yet is owed by name, and nothing that is shown is", () => {
  const unproven = HOSTILE_CASES.filter(({ proven }) => proven.length === 0).map(({ number }) => number);
  expect(
    Object.values(OWED)
      .flat()
      .sort((a, b) => a - b),
  ).toEqual(unproven);
});

const ASKED_OF_EACH: readonly (keyof Asserted)[] = ["engines", "root", "entry"];

test("each case is shown on both engines, with the state unchanged and the refusal recorded, or says why not", () => {
  const wrong = HOSTILE_CASES.flatMap(({ number, title, proven, unasserted = {} }) => {
    const asserted = proven.map(assertedBy);
    return ASKED_OF_EACH.flatMap((what) => {
      const isAsserted = asserted.some((of) => of[what]);
      if (isAsserted === (unasserted[what] === undefined)) return [];
      return [
        `${number} ${title}: ${what} is ${isAsserted ? "asserted, and excused" : "not asserted, and not excused"}`,
      ];
    });
  });
  expect(wrong).toEqual([]);
});

/** The title of a test or of a group of tests, as it stands in the source. */
function isThere(file: string, title: string): boolean {
  const path = join(ROOT, file);
  if (!existsSync(path)) return false;
  const source = readFileSync(path, "utf8");
  const at = source.indexOf(title);
  const line = source.slice(source.lastIndexOf("\n", at) + 1, at);
  return at !== -1 && !/\.(?:skip|todo)\b/.test(line) && !/^\s*\/\//.test(line);
}
