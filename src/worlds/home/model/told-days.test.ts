import { expect, test } from "vitest";
import { daysTold } from "./told-days.ts";

/** A Thursday. */
const SAID = Date.parse("2026-03-05T09:00:00Z");

test.each([
  ["The dentist is next Tuesday at 3pm.", ["2026-03-10"]],
  ["Gestern habe ich den Vertrag gekündigt, übermorgen kommt der neue.", ["2026-03-07", "2026-03-04"]],
  ["Nächsten Donnerstag ist Elternabend.", ["2026-03-12"]],
  ["Heute Morgen war es kalt.", ["2026-03-05"]],
  ["On se voit mardi prochain.", ["2026-03-10"]],
  ["Avant-hier j'ai vu Paul ; demain je pars.", ["2026-03-03", "2026-03-06"]],
  ["Mañana por la mañana viene el fontanero.", ["2026-03-06"]],
  ["Ieri ho chiamato il medico; lunedì prossimo mi richiama.", ["2026-03-04", "2026-03-09"]],
  ["I fly in 3 days and saw her 2 days ago.", ["2026-03-08", "2026-03-03"]],
  ["We met last Friday.", ["2026-02-27"]],
  ["The yesterdays of hierarchy.", []],
])("%s", (text, days) => {
  expect(daysTold(text, SAID).map(({ from = 0 }) => new Date(from).toISOString().slice(0, 10))).toEqual(days);
});
