import { expect, test } from "vitest";
import { type RankDocument, rank, type TermStatistics, terms } from "./index.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 4, 1);

/** Two talks, a week apart. */
const TALKS = [
  ["1", "Ottilie", "Hello Ruben! How was the harvest this year?"],
  ["1", "Ruben", "Hard work. We picked plums until Sunday and the cellar is full."],
  ["1", "Ottilie", "Which tree bore the most?"],
  ["1", "Ruben", "The old one by the gate, as every year."],
  ["1", "Ottilie", "I bought a telescope yesterday and saw the rings of Saturn."],
  ["2", "Ruben", "Good morning! The bees swarmed last Tuesday."],
  ["2", "Ottilie", "Oh no, did you catch them?"],
  ["2", "Ruben", "Yes, in the neighbour's hedge, with a bucket."],
  ["2", "Ottilie", "My sister keeps bees too, she lives in Graz."],
  ["2", "Ruben", "I am reading a novel about lighthouse keepers."],
] as const;

const POOL: RankDocument[] = TALKS.map(([group, speaker, text], position) => ({
  id: `t${position}`,
  text,
  speaker,
  group,
  position,
  at: FIRST_DAY + (group === "1" ? 0 : 7 * DAY_MS),
}));

function statisticsOf(pool: readonly RankDocument[]): TermStatistics {
  const all = pool.map(({ text }) => terms(text));
  return {
    documents: pool.length,
    averageLength: all.reduce((sum, each) => sum + each.length, 0) / pool.length,
    documentFrequency: (term) => all.filter((each) => each.includes(term)).length,
  };
}

function ask(query: string, pool: readonly RankDocument[] = POOL) {
  return rank(query, pool, statisticsOf(pool), { kind: "turn", limit: 10 });
}

const best = (query: string) => ask(query).ranked[0]?.id;

test("finds the turn that has the words", () => {
  expect(best("When did Ottilie buy a telescope?")).toBe("t4");
});

test("finds the answer to a question by the question before it", () => {
  expect(
    ask("Which tree bore the most plums?")
      .ranked.slice(0, 2)
      .map(({ id }) => id),
  ).toContain("t3");
});

test("finds by a word of like meaning", () => {
  expect(best("What did Ottilie purchase?")).toBe("t4");
});

test("finds what is misspelt or written apart", () => {
  expect(best("What about the telescpoe?")).toBe("t4");
  expect(best("Who keeps a light house?")).toBe("t9");
});

test("prefers the session of the day that was asked for", () => {
  expect(best("What did Ruben do on 8 May 2024?")).toMatch(/^t[5-9]$/);
  expect(best("What did Ruben do on 1 May 2024?")).toMatch(/^t[0-4]$/);
});

test("counts less on what one person is asked and another said", () => {
  expect(ask("Who keeps bees in Graz, Ruben's sister?").evidence).toBeLessThan(
    ask("Who keeps bees in Graz, Ottilie's sister?").evidence,
  );
});

test("counts little on a question about something else", () => {
  expect(ask("What is the orbital period of Neptune's largest moon?").evidence).toBeLessThan(0.2);
});

test("takes meaning from vectors where words fail", () => {
  const towards = (id: string) => Float32Array.from(POOL, (each) => (each.id === id ? 1 : 0));
  const vectors = { query: towards("t7"), of: towards };
  const { ranked } = rank("zzz", POOL, statisticsOf(POOL), { kind: "turn", limit: 1, vectors });
  expect(ranked.map(({ id }) => id)).toEqual(["t7"]);
});

test("scores lie between 0 and 1 and start with the evidence; parts say where they come from", () => {
  const { ranked, evidence } = ask("When did Ottilie buy a telescope?");
  expect(ranked[0]?.score).toBe(evidence);
  expect(ranked.every(({ score }) => score > 0 && score <= 1)).toBe(true);
  expect(Object.keys(ranked[0]?.parts ?? {}).sort()).toEqual(["context", "date", "shape", "speaker", "words"]);
});

test("the order of the pool does not matter, and equals go by id", () => {
  const query = "When did the bees swarm?";
  expect(ask(query, POOL.toReversed()).ranked.map(({ id }) => id)).toEqual(ask(query).ranked.map(({ id }) => id));
  const same = ["b", "a", "Z"].map((id) => ({ id, text: "the same plum", group: id, position: 0 }));
  const { ranked } = rank("plum", same, statisticsOf(same), { kind: "passage", limit: 3 });
  expect(ranked.map(({ id }) => id)).toEqual(["Z", "a", "b"]);
});

test("an empty pool has no evidence", () => {
  expect(ask("Anything?", [])).toEqual({ ranked: [], evidence: 0 });
});

test("a query without a word to look for still answers", () => {
  expect(ask("?!").ranked).toHaveLength(10);
});

test("the best of another talk comes before the third and fourth turn of one", () => {
  const talk = (group: string, position: number, text: string): RankDocument => ({
    id: `${group}${position}`,
    text,
    speaker: "Ruben",
    group,
    position,
  });
  const pool = ["a", "b"].flatMap((group) =>
    Array.from({ length: group === "a" ? 4 : 1 }, (_, n) => talk(group, 3 * n, "I swim in the lake.")),
  );
  const { ranked } = ask("Where does Ruben swim?", pool);
  expect(ranked.map(({ id }) => id)[1]).toBe("b0");
  // Whoever sorts by scores gets the same order.
  const scores = ranked.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(ask("When did Ruben swim?", pool).ranked.map(({ id }) => id)).toEqual(["a0", "a3", "a6", "a9", "b0"]);
});

test("of prose that is as close, that comes first which has the words the best ones share", () => {
  const passage = (id: string, text: string): RankDocument => ({ id, text, group: id, position: 0 });
  const pool = [
    ...Array.from({ length: 5 }, (_, n) => passage(`best${n}`, `Library catalogue number ${n}, card and shelf.`)),
    passage("likely", "Cards on a shelf."),
    passage("also", "Bread in an oven."),
    ...Array.from({ length: 20 }, (_, n) => passage(`other${n}`, `Weather of day ${n}, wind and rain.`)),
  ];
  const near = new Float32Array([0.6, 0.8]);
  const far = new Float32Array([0, 1]);
  const vectors = { query: new Float32Array([1, 0]), of: (id: string) => (id.startsWith("other") ? far : near) };
  const { ranked } = rank("library catalogue", pool, statisticsOf(pool), { kind: "passage", limit: 7, vectors });
  expect(ranked.map(({ id }) => id).slice(5)).toEqual(["likely", "also"]);
  expect(ranked[5]?.parts.context).toBeGreaterThan(0);
});

test("takes a word that is known for what it is, and one that is not for a slip of the pen", () => {
  const shop: RankDocument[] = ["The store by the lighthouse opens at nine.", "We report on credit twice a year."].map(
    (text, position) => ({
      id: `p${position}`,
      text,
      group: "g",
      position,
    }),
  );
  const evidence = (query: string) => rank(query, shop, statisticsOf(shop), { kind: "passage", limit: 2 }).evidence;
  expect(evidence("my score")).toBeLessThan(0.5);
  expect(evidence("the lighthuose")).toBeGreaterThan(0.5);
});

test.each([
  ["Migrate from YNAB 4", "# Migrating from YNAB4"],
  ["Migrate from YNAB4", "# Migrating from YNAB 4"],
])("finds a name whether or not its number is written onto it: %s", (query, text) => {
  const notes: RankDocument[] = [text, "Plums are picked by hand."].map((each, position) => ({
    id: `p${position}`,
    text: each,
    group: "g",
    position,
  }));
  const { ranked, evidence } = rank(query, notes, statisticsOf(notes), { kind: "passage", limit: 1 });
  expect(ranked[0]?.id).toBe("p0");
  expect(evidence).toBeGreaterThan(0.5);
});
