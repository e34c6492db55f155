import fc from "fast-check";
import { expect, test } from "vitest";
import { mayHoldLongNumber, readNumber } from "./read-number.ts";

test.each([
  ["0", 0],
  ["-12.50", -12.5],
  ["1E3", 1000],
  ["0.30000000000000004", 0.30000000000000004],
  ["12.500000000000000000", 12.5],
  ["9007199254740991", 9007199254740991],
  ["1714521600123000000", 1714521600123000000],
  ["1e-7", 1e-7],
  ["0.0000001", 1e-7],
  ["1e21", 1e21],
  ["0e400", 0],
])("reads %s as a number", (token, number) => {
  expect(readNumber(token)).toBe(number);
});

test.each([
  "9007199254740993",
  "-1755555555555555501",
  "12345678901234567890",
  "1000000000000000000000",
  "3.141592653589793238",
  "0.1000000000000000055511151231257827",
  "1e400",
  "-1e400",
  "1e-400",
  "4.9406564584124654e-324",
  "1".repeat(401),
  `0.${"0".repeat(500_000)}1`,
])("keeps the text of %s, and sees in a longer one that it is there", (token) => {
  expect(readNumber(token)).toBe(token);
  expect(mayHoldLongNumber(`{"a":${token}}`)).toBe(true);
});

test("reads whatever JavaScript writes as the number it was", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(readNumber(JSON.stringify(number))).toBe(number === 0 ? 0 : number);
    }),
  );
});
