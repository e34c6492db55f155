import { expect, test } from "vitest";
import { openTestHome } from "../../../../../../test/kit/home.ts";

test("long turns are recalled as far as the budget goes, and none of them keeps the others from being found", async () => {
  const home = await openTestHome();
  const filler = "and so it went on, word after word, as long answers do. ".repeat(100);
  const conversation = Array.from({ length: 25 }, (_, n) => ({
    speaker: n % 2 === 0 ? "Ana" : "Ben",
    text: `About the garden, part ${n}: ${filler}`,
  }));
  await home.ask("remember", { conversation });

  const few = await home.ask("recall", { question: "What about the garden?" });
  const many = await home.ask("recall", { question: "What about the garden?", token_budget: 20_000 });

  expect([few.evidence.length, few.truncated]).toEqual([1, true]);
  expect([many.evidence.length, many.truncated]).toEqual([10, false]);
});
