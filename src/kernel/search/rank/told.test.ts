import { expect, test } from "vitest";
import type { RankDocument } from "./document.ts";
import { estimateEvidence, evidenceSignals } from "./evidence.ts";
import { measure } from "./features.ts";
import { prepare } from "./prepare.ts";
import { WEIGHTS } from "./weights.ts";

const TALK: readonly [speaker: string, text: string][] = [
  ["Ottilie", "I bought a telescope yesterday. The shop was closing."],
  ["Ruben", "Nice, your telescope must be huge! I only cook."],
  ["Ottilie", "What did you cook? You always make soup."],
  ["Ruben", "A soup of lentils, and I baked bread."],
];

function signalsOf(query: string, talk = TALK, at?: number) {
  const documents = talk.map(
    ([speaker, text], position): RankDocument => ({
      id: String(position),
      text,
      speaker,
      group: "talk",
      position,
      ...(at !== undefined && { at }),
    }),
  );
  const pool = documents.map(prepare);
  const statistics = { documents: pool.length, averageLength: 5, documentFrequency: () => 0 };
  return evidenceSignals(measure(query, pool, statistics, "turn", undefined), pool, WEIGHTS.turn.text);
}

test("what one says of themselves, and is told by the other, is told of them and not of the other", () => {
  const mine = signalsOf("What telescope did Ottilie buy?");
  const others = signalsOf("What telescope did Ruben buy?");
  expect(mine.told).toBeGreaterThan(0);
  expect(others.told).toBeCloseTo(-mine.told);
  expect(estimateEvidence(others, "turn", "text")).toBeLessThan(estimateEvidence(mine, "turn", "text") / 2);
});

test("a question that names nobody, or two, is told of nobody", () => {
  expect(signalsOf("Who bought a telescope?").told).toBe(0);
  expect(signalsOf("Did Ottilie and Ruben buy a telescope?").told).toBe(0);
});

test("among more than two, nobody knows whom another means by you", () => {
  const addressed: typeof TALK = [["Ruben", "Your telescope must be huge!"]];
  const two: typeof TALK = [...addressed, ["Ottilie", "Yes."]];
  const asked = "How big is the telescope of Ottilie?";
  expect(signalsOf(asked, two).told).toBeGreaterThan(0);
  expect(signalsOf(asked, [...two, ["Ida", "Indeed."]]).told).toBe(0);
});

test("the words of a date are not missed where documents have dates of their own", () => {
  const asked = "Was the shop of Ottilie closing on October 13, 2023?";
  expect(signalsOf(asked).absent).toBeGreaterThan(0.5);
  expect(signalsOf(asked, TALK, Date.UTC(2023, 9, 13)).absent).toBe(0);
});

test("a word is missed less where a related one stands", () => {
  const near = signalsOf("What meal did Ruben prepare?").absent;
  const far = signalsOf("What zeppelin did Ruben prepare?").absent;
  expect(near).toBeLessThan(far);
});
