import { expect, test } from "vitest";
import { ENGINES } from "../../../../../../test/kit/kernel.ts";
import { openTestTruth } from "../../../../../../test/kit/truth.ts";

const PEOPLE = [
  {
    entity_type: "person",
    name: "Ada Lovelace",
    email: "ada@acme.com",
    phone: "+44 20 7946 0000",
    organization: "Acme Inc.",
  },
  { entity_type: "person", name: "Ada Lovelock", organization: "Bolt GmbH" },
  { entity_type: "company", name: "Acme Inc.", website: "acme.com" },
];

test.each(ENGINES)("names the one that the signals mean, and why (%s)", async (engine) => {
  const truth = await openTestTruth({ engine });
  const [ada] = await truth.put(...PEOPLE);
  const match = {
    entity_id: ada,
    entity_type: "person",
    canonical_name: "Ada Lovelace",
    score: 0.974,
    matched_signals: ["company", "email", "name"],
  };
  const answer = await truth.ask("identify_entity", {
    name: "ada LOVELACE",
    email: "ADA@acme.com",
    company: "ACME",
    entity_type: "person",
  });
  expect(answer).toEqual({
    match,
    candidates: [match],
    explanation: "The best candidate matches by company, email, name with a score of 0.974, and no other comes near.",
  });
});

test("finds a like name of the type asked for among many of other types", async () => {
  const truth = await openTestTruth();
  await truth.put(...Array.from({ length: 100 }, (_, n) => ({ entity_type: "contact", name: `Persona ${n}` })));
  const [verlag] = await truth.put({ entity_type: "company", name: "Personalia Verlag" });
  const near = {
    entity_id: verlag,
    entity_type: "company",
    canonical_name: "Personalia Verlag",
    score: expect.any(Number),
    matched_signals: ["name_near"],
  };
  expect(await truth.ask("identify_entity", { name: "Personalja Verlagg", entity_type: "company" })).toEqual({
    match: null,
    candidates: [near],
    explanation: expect.stringContaining("matches by name_near"),
  });
});

test("weighs each signal, also a name that only looks the same", async () => {
  const truth = await openTestTruth();
  const [ada, , acme] = await truth.put(...PEOPLE);
  const best = async (signals: Record<string, unknown>) => {
    const { candidates, match } = await truth.ask("identify_entity", signals);
    const { entity_id, score, matched_signals } = candidates[0] ?? {};
    return { entity_id, score, matched_signals, matched: match !== null };
  };
  const adas = { entity_id: ada };
  expect(await best({ email: "ada@acme.com" })).toEqual({
    ...adas,
    score: 0.9,
    matched_signals: ["email"],
    matched: true,
  });
  expect(await best({ phone: "00442079460000" })).toEqual({
    ...adas,
    score: 0.85,
    matched_signals: ["phone"],
    matched: true,
  });
  expect(await best({ domain: "https://acme.com" })).toEqual({
    entity_id: acme,
    score: 0.65,
    matched_signals: ["domain", "own_domain"],
    matched: true,
  });
  // A Cyrillic letter in a Latin name.
  expect(await best({ name: "Асme Inc." })).toMatchObject({
    entity_id: acme,
    score: 0.5,
    matched_signals: ["name_looks_alike"],
    matched: false,
  });
  expect(await best({ name: "Ada Lovelac" })).toMatchObject({
    ...adas,
    matched_signals: ["name_near"],
    matched: false,
  });
});

test("names no match where two are equally likely, and stores nothing", async () => {
  const truth = await openTestTruth();
  await truth.put({ entity_type: "person", name: "Sam Lee" }, { entity_type: "contact", name: "Sam Lee" });
  const root = await truth.root();
  const answer = await truth.ask("identify_entity", { name: "Sam Lee" });
  expect(answer).toMatchObject({ match: null, candidates: [{ score: 0.6 }, { score: 0.6 }] });
  expect(answer.explanation).toBe(
    "The best candidate matches by name with a score of 0.6, but another is only 0 behind.",
  );
  expect(await truth.ask("identify_entity", { name: "Sam Lee", entity_type: "contact" })).toMatchObject({
    match: { entity_type: "contact" },
  });
  expect(await truth.ask("identify_entity", { name: "Nobody At All" })).toEqual({
    match: null,
    candidates: [],
    explanation: "No known entity shares a signal with this description.",
  });
  expect(await truth.ask("identify_entity", { name: "Sam Lee" }, { user: "bob" })).toMatchObject({ candidates: [] });
  expect(await truth.root()).toBe(root);
});

test("refuses a description without a signal", async () => {
  const truth = await openTestTruth();
  for (const args of [{}, { entity_type: "person" }, { name: "" }, { name: "x".repeat(1001) }, { email: 7 }]) {
    expect(await truth.ask("identify_entity", args)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  }
});

test.each(["acme.com", "https://www.acme.com/", "@ACME.com", "info@acme.com"])(
  "a company is recognised by its domain alone: %s",
  async (domain) => {
    const truth = await openTestTruth();
    const [, , acme] = await truth.put(...PEOPLE);
    const { match } = await truth.ask("identify_entity", { domain });
    expect(match).toEqual({
      entity_id: acme,
      entity_type: "company",
      canonical_name: "Acme Inc.",
      score: 0.65,
      matched_signals: ["domain", "own_domain"],
    });
  },
);
