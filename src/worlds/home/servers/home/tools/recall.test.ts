import { expect, test } from "vitest";
import { openTestHome, type TestHome } from "../../../../../../test/kit/home.ts";

/** Turns of some days, each of its own. */
async function saying(home: TestHome, said: Readonly<Record<string, string>>): Promise<void> {
  for (const [at, text] of Object.entries(said)) {
    await home.ask("remember", { conversation: [{ speaker: "Ana", text, at }], title: at });
  }
}

const quotes = ({ evidence }: { evidence: { quote: string }[] }) => evidence.map(({ quote }) => quote);

test("a time in the question leaves only what was said then, and the answer tells how it was read", async () => {
  const home = await openTestHome();
  const year = new Date(home.parts.env.now()).getUTCFullYear() - 1;
  await saying(home, {
    [`${year}-03-05`]: "I painted the kitchen yellow.",
    [`${year}-06-05`]: "I painted the kitchen green.",
    [`${year}-07-01`]: "The boat is in Turin.",
  });

  const found = await home.ask("recall", { question: "What colour was the kitchen painted last March?" });

  expect(quotes(found)).toEqual(["I painted the kitchen yellow."]);
  expect(found.note).toContain(`was read as ${year}-03-01 to ${year}-03-31; only what was said then`);
});

test("where what was said then hardly answers and something else does, all times are searched", async () => {
  const home = await openTestHome();
  const year = new Date(home.parts.env.now()).getUTCFullYear();
  await saying(home, {
    [`${year - 4}-01-05`]: "Where are my shoes?",
    [`${year - 1}-02-05`]: "Caroline told us that she moved here from Sweden, away from her home country.",
    [`${year - 1}-03-05`]: "The boat is in Turin.",
    [`${year - 1}-04-05`]: "Ben repaired the telescope.",
  });

  const found = await home.ask("recall", { question: "Where did Caroline move from, 4 years ago?" });

  expect(quotes(found)[0]).toContain("Sweden");
  expect(found.note).toContain("so all times were searched");
});

test("a question that names an event is about the time before it", async () => {
  const home = await openTestHome();
  await saying(home, {
    "2020-01-05": "We rent a flat above the bakery.",
    "2020-05-05": "We moved to Oslo today, into a house by the sea.",
    "2020-06-05": "The flat beside the bakery is rented by others now.",
  });
  const found = await home.ask("recall", { question: "Where was the flat before we moved to Oslo?" });
  expect(quotes(found)).not.toContain("The flat beside the bakery is rented by others now.");
  expect(found.note).toContain("the beginning to 2020-05-05");
});

test("a turn with a kindred word of the question is evidence, though it has none of its own words", async () => {
  const home = await openTestHome();
  await saying(home, {
    "2020-01-05": "I must visit the dentist.",
    "2020-02-05": "Took a short trip to Rome to clear my mind.",
    "2020-03-05": "The boat is painted.",
  });
  const found = await home.ask("recall", { question: "Which places did Ana visit?" });
  expect(quotes(found)).toContain("Took a short trip to Rome to clear my mind.");
  expect(quotes(found)).not.toContain("The boat is painted.");
});

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
