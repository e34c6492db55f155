import { describe, expect, test } from "vitest";
import { askAtOnce } from "../kit/ask-at-once.ts";
import { ENGINES } from "../kit/kernel.ts";

const ROUNDS = 200;

describe.each(ENGINES)("on %s", (engine) => {
  test("two hundred notes, each stored right before a question, hide nothing from it", async () => {
    expect(await askAtOnce(engine, ROUNDS)).toEqual({
      asked: ROUNDS,
      found: ROUNDS,
      byMeaning: ROUNDS,
      emptyAnswers: 0,
    });
  });
});
