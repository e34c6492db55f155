import { expect, test } from "vitest";
import { codesIn, likely } from "./likely.ts";

test("codes are words of letters and digits; days, measures and ages are none", () => {
  const text = "R-101, INV-2201, HX7741 and 27B4, but not Q3, 3pm, 24th, 100kg, 7-day, 2026-05-01 or 1:50";
  expect(codesIn(text)).toEqual(["r101", "inv2201", "hx7741", "27b4"]);
});

test.each([
  ["How much is invoice R-101?", ["R-100\n1234.56"], 0.99, 0.2],
  ["How much is invoice R-100?", ["R-100\n1234.56"], 0.99, 0.99],
  ["How much is invoice r 100?", ["R-100\n1234.56"], 0.99, 0.99],
  ["Wie heißt mein Bruder?", ["Ich trage Schuhgröße 43 und meine Frau 39."], 0.9, 0.2],
  ["Welche Schuhgröße habe ich?", ["Ich trage Schuhgröße 43 und meine Frau 39."], 0.3, 0.6],
  ["Combien coûte l'abonnement de métro ?", ["Le code de la porte de l'immeuble est 27B4."], 0.9, 0.2],
  ["Quel est le code de la porte ?", ["Le code de la porte de l'immeuble est 27B4."], 0.9, 0.9],
  ["¿Dónde trabaja Carmen?", ["Mi hermana Carmen trabaja en el Hospital La Fe."], 0.4, 0.6],
  ["¿Cuándo es el cumpleaños de Carmen?", ["Mi hermana Carmen trabaja en el Hospital La Fe."], 0.9, 0.2],
  ["Where is the boat?", ["The harbour"], 0.4, 0.4],
])("%s of %j: %d becomes %d", (question, texts, evidence, expected) => {
  expect(likely(evidence, question, texts)).toBe(expected);
});
