import { expect, test } from "vitest";
import { nearness, readDates } from "./dates.ts";

test.each([
  ["What happened on 3 March 2024?", [{ year: 2024, month: 2, day: 3, months: 1 }]],
  ["What happened on March 3rd, 2024?", [{ year: 2024, month: 2, day: 3, months: 1 }]],
  ["What happened on 2024-03-03?", [{ year: 2024, month: 2, day: 3, months: 1 }]],
  ["Where were they in March?", [{ month: 2, months: 1 }]],
  ["Who came in Oct 2023?", [{ year: 2023, month: 9, months: 1 }]],
  ["How often in 2022?", [{ year: 2022, month: 0, months: 12 }]],
  ["What did they plant during the summer?", [{ month: 5, months: 3 }]],
  ["May I march on?", []],
])("reads %s", (query, dates) => {
  expect(readDates(query).dates).toEqual(dates);
});

test("a moment within the asked time is as near as can be, and sooner forgotten before than after", () => {
  const march = { year: 2024, month: 2, months: 1 };
  expect(nearness(Date.UTC(2024, 2, 31), march)).toBe(1);
  const after = nearness(Date.UTC(2024, 3, 8), march);
  const before = nearness(Date.UTC(2024, 1, 23), march);
  expect(after).toBeCloseTo(Math.exp(-1));
  expect(before).toBeLessThan(after);
});

test("a date without a year is near in every year", () => {
  expect(nearness(Date.UTC(2019, 11, 24), { month: 11, day: 24, months: 1 })).toBe(1);
});
