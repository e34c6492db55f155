import { describe, expect, test } from "vitest";
import { type AskedTime, readNamedDate, readTimeWords } from "./time-words.ts";

/** A Wednesday. */
const NOW = Date.parse("2026-11-18T15:00:00Z");

const shown = (time: AskedTime | undefined) =>
  time && [time.words, ...[time.from, time.until].map((at) => at && new Date(at).toISOString().slice(0, 10))];

describe("words that mean another time whenever they are said", () => {
  test.each([
    ["What did Ana say yesterday?", ["yesterday", "2026-11-17", "2026-11-17"]],
    ["And the day before yesterday?", ["the day before yesterday", "2026-11-16", "2026-11-16"]],
    ["What was for breakfast this morning?", ["this morning", "2026-11-18", undefined]],
    ["What did we see last night?", ["last night", "2026-11-17", "2026-11-18"]],
    ["Who called last Tuesday?", ["last Tuesday", "2026-11-17", "2026-11-17"]],
    ["Who called last wednesday?", ["last wednesday", "2026-11-11", "2026-11-11"]],
    ["What did we plant last summer?", ["last summer", "2026-06-01", "2026-08-31"]],
    ["What did we plant last autumn?", ["last autumn", "2025-09-01", "2025-11-30"]],
    ["Where were we last winter?", ["last winter", "2025-12-01", "2026-02-28"]],
    ["What happened last March?", ["last March", "2026-03-01", "2026-03-31"]],
    ["What happened last November?", ["last November", "2025-11-01", "2025-11-30"]],
    ["What was said a couple of days ago?", ["a couple of days ago", "2026-11-16", "2026-11-17"]],
    ["Who came ten days ago?", ["ten days ago", "2026-11-08", "2026-11-09"]],
    ["What is new in the last few weeks?", ["in the last few weeks", "2026-10-28", undefined]],
    ["What is new in the past month?", ["in the past month", "2026-10-19", undefined]],
    ["When is the last train?", undefined],
  ])("%s", (question, expected) => expect(shown(readTimeWords(question, NOW))).toEqual(expected));
});

describe("dates that say their year", () => {
  test.each([
    ["What did we plant in spring 2023?", ["in spring 2023", "2023-03-01", "2023-05-31"]],
    ["Where were we in the summer of 2021?", ["in the summer of 2021", "2021-06-01", "2021-08-31"]],
    ["We moved on 14 June 2023.", ["on 14 June 2023", "2023-06-14", "2023-06-14"]],
    ["We moved on June 14th, 2023.", ["on June 14th, 2023", "2023-06-14", "2023-06-14"]],
    ["Moved 2023-06-14.", ["2023-06-14", "2023-06-14", "2023-06-14"]],
    ["What did Bo say in Sept 2022?", ["in Sept 2022", "2022-09-01", "2022-09-30"]],
    ["What was bought in 2020?", ["in 2020", "2020-01-01", "2020-12-31"]],
    ["Who is the mayor 2023?", undefined],
    ["How long is the market 2020 report?", undefined],
    ["Where is room 2031?", undefined],
  ])("%s", (text, expected) => expect(shown(readNamedDate(text))).toEqual(expected));
});
