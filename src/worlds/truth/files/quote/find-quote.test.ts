import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../kernel/index.ts";
import { openText, type Wanted } from "./find-quote.ts";
import { placeJson, valueAt } from "./json-places.ts";

/** What is small needs no process of its own. */
const unparsed = () => Promise.reject(new Error("a small text was handed to a parser"));

const findQuote = (text: string, type: string, wanted: Wanted) => openText(text, type, { parse: unparsed })(wanted);

/** What stands at the quote's bytes. */
function bytesOf(text: string, quote: { start: number; end: number } | null): string | null {
  return quote && Buffer.from(text).subarray(quote.start, quote.end).toString();
}

const JSON_TYPE = "application/json";

test("finds a value in the row it was read from, not in another with the same value", async () => {
  const text = '[{"name":"Zoë","city":"Köln"},\n {"city" : "Köln", "name":"Ada", "tags":["a", 1]}]';
  const row = { name: "Ada", city: "Köln", tags: ["a", 1] };
  const quote = await findQuote(text, JSON_TYPE, { field: "city", value: "Köln", row });
  const start = Buffer.from(text).lastIndexOf("Köln");
  expect(quote).toEqual({ text: "Köln", start, end: start + 5, unit: "byte" });
  expect(bytesOf(text, quote)).toBe("Köln");
  expect((await findQuote(text, JSON_TYPE, { field: "tags", value: ["a", 1], row }))?.text).toBe('["a", 1]');
  expect(await findQuote(text, JSON_TYPE, { field: "city", value: "Bonn", row })).toBeNull();
  expect(await findQuote(text, JSON_TYPE, { field: "city", value: "Köln", row: { ...row, name: "Bob" } })).toBeNull();
  expect(await findQuote("not json", JSON_TYPE, { field: "city", value: "Köln", row })).toBeNull();
});

test("places every value of any JSON where it stands, to whatever depth", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom("", "\n", " \t"), fc.nat(4), (json, space, levels) => {
      const text = space + JSON.stringify(JSON.parse(json), null, space.length) + space;
      for (const place of [placeJson(text), placeJson(text, 0, levels)]) {
        expect(place && valueAt(text, place)).toEqual(JSON.parse(json, plusZero));
      }
    }),
  );
});

/** Text of JSON has no -0 that is told from 0. */
function plusZero(_key: string, value: unknown): unknown {
  return value === 0 ? 0 : value;
}

test("finds a number that a double would round by its own digits", async () => {
  const text = '[{"id":1755555555555555502,"n":1},{"id":1755555555555555501,"n":[1,{"a":0.10}]}]';
  const row = { id: "1755555555555555501", n: [1, { a: 0.1 }] };
  const quote = await findQuote(text, JSON_TYPE, { field: "id", value: "1755555555555555501", row });
  expect([quote?.text, bytesOf(text, quote)]).toEqual(["1755555555555555501", "1755555555555555501"]);
  expect((await findQuote(text, JSON_TYPE, { field: "n", value: row.n, row }))?.text).toBe('[1,{"a":0.10}]');
  expect(await findQuote(text, JSON_TYPE, { field: "n", value: [1], row })).toBeNull();
  expect(await findQuote(text, JSON_TYPE, { field: "n", value: { a: 0.1 }, row })).toBeNull();
});

test("reads past a value that is nested deeper than it looks for, and past one as long as a file may be", async () => {
  const deep = `[{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}},{"a":"${"x\\n".repeat(4_000_000)}"},{"a":[1]}]`;
  expect((await findQuote(deep, JSON_TYPE, { field: "a", value: [1], row: { a: [1] } }))?.text).toBe("[1]");
});

test("quotes any member of any row by its own bytes", async () => {
  const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean(), fc.array(fc.string()));
  const row = fc.dictionary(fc.string({ minLength: 1 }), value, { minKeys: 1, maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(), async (rows, n, m) => {
      const text = JSON.stringify(rows);
      const wanted = rows[n % rows.length] as JsonObject;
      const field = Object.keys(wanted)[m % Object.keys(wanted).length] ?? "";
      const quote = await findQuote(text, JSON_TYPE, { field, value: wanted[field] as Json, row: wanted });
      expect(bytesOf(text, quote)).toBe(quote?.text);
      const token = JSON.stringify(wanted[field]);
      expect(quote?.text).toBe(typeof wanted[field] === "string" ? token.slice(1, -1) : token);
    }),
  );
});

test("reads a text nested deeper than calls may be", async () => {
  const text = `${"[".repeat(200_000)}{"a":1}${"]".repeat(200_000)}`;
  expect(await findQuote(text, JSON_TYPE, { field: "a", value: 1, row: { a: 1 } })).toEqual({
    text: "1",
    start: 200_005,
    end: 200_006,
    unit: "byte",
  });
});

test("reads cells with delimiters, quotes and line breaks in them, after a byte order mark", async () => {
  const text = '\ufeffName;Street Name;No\r\n"Müller; Söhne";"Am ""Tor""\nlinks";1\r\nBolt; Am Tor ;12\r\n';
  const row = { name: "Bolt", street_name: " Am Tor ", no: "12" };
  const street = await findQuote(text, "text/csv", { field: "street_name", value: " Am Tor ", row });
  expect(street?.text).toBe("Am Tor");
  expect(bytesOf(text, street)).toBe("Am Tor");
  const first = { name: "Müller; Söhne", street_name: 'Am "Tor"\nlinks', no: "1" };
  const quote = await findQuote(text, "text/csv; charset=utf-8", {
    field: "street_name",
    value: first.street_name,
    row: first,
  });
  expect(quote?.text).toBe('Am ""Tor""\nlinks');
  expect(bytesOf(text, quote)).toBe(quote?.text);
  // A row's number is not in the file, and does not hide the row.
  expect((await findQuote(text, "text/csv", { field: "no", value: "12", row: { ...row, row_number: 2 } }))?.text).toBe(
    "12",
  );
  expect(
    await findQuote(text, "text/csv", { field: "row_number", value: 2, row: { ...row, row_number: 2 } }),
  ).toBeNull();
});

test("in prose, quotes only what stands there once", async () => {
  const text = "Grüße von Ada. Ada schreibt 1843.";
  const quote = await findQuote(text, "text/plain", { field: "year", value: 1843, row: {} });
  expect(bytesOf(text, quote)).toBe("1843");
  expect(await findQuote(text, "text/plain", { field: "name", value: "Ada", row: {} })).toBeNull();
  expect(await findQuote(text, "text/plain", { field: "name", value: "", row: {} })).toBeNull();
  expect(await findQuote(text, "text/plain", { field: "name", value: null, row: {} })).toBeNull();
});

test("gives the beginning of a long value, whole characters only", async () => {
  const value = `a${"🍎".repeat(3000)}`;
  const text = JSON.stringify([{ value }]);
  const quote = await findQuote(text, JSON_TYPE, { field: "value", value, row: { value } });
  expect(quote?.text).toBe(`a${"🍎".repeat(1999)}`);
  expect(bytesOf(text, quote)).toBe(quote?.text);
});
