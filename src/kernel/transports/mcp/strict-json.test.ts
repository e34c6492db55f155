import { expect, test } from "vitest";
import { createRealEnv } from "../../../apps/real-env.ts";
import { DEFAULT_MESSAGE_LIMITS } from "./message-limits.ts";
import { parseInTurns, parseMessage } from "./strict-json.ts";

const reasonOf = (text: string) => {
  const parsed = parseMessage(text);
  return "error" in parsed ? { code: parsed.error.code, reason: parsed.error.details.reason, id: parsed.id } : parsed;
};

test("reads plain JSON as JSON.parse does", () => {
  const text = '{"jsonrpc":"2.0","id":"a\\"b","params":{"a":[1,-2.5e3,"x\\u00e9\\ud83d\\ude00",{"a":null}],"id":9}}';
  expect(parseMessage(text)).toEqual({ value: JSON.parse(text) });
});

test.each([
  ['{"id":7,"a":1,"a":2}', "a key that stands twice in one object", 7],
  ['{"params":{"x":{"id":1},"\\u0061":1,"a":2},"id":"q"}', "a key that stands twice in one object", "q"],
  ['{"id":7,"params":{"__proto__":{}}}', "the key __proto__", 7],
  ['{"id":7,"params":{"\\u005f_proto__":{}}}', "the key __proto__", 7],
  ['{"id":7,"params":[1e400]}', "a number beyond the range of JSON readers", 7],
  ['{"id":7,"params":[9007199254740993]}', "an integer beyond 53 bits", 7],
  ['{"id":7,"params":["\\ud800"]}', "a lone surrogate in a string", 7],
  ['{"id":7,"params":["\\udc00\\ud800"]}', "a lone surrogate in a string", 7],
])("refuses %s and still knows whom to answer", (text, reason, id) => {
  expect(reasonOf(text)).toEqual({ code: "hostile_json", reason, id });
});

test("refuses 100 000 levels without building them, and finds the id behind them", () => {
  const deep = `{"params":${"[".repeat(100_000)}${"]".repeat(100_000)},"id":3}`;
  expect(reasonOf(deep)).toEqual({ code: "hostile_json", reason: "nested deeper than 200", id: 3 });
});

test.each(["", "{", '{"a":NaN}', '{"a"', '{"a":"x', "[1,]", "\u0000"])("calls %j what it is: not JSON", (text) => {
  expect(reasonOf(text)).toEqual({ code: "parse_error", reason: undefined, id: null });
});

test("equal keys in different objects, and keys that are also values, are no duplicates", () => {
  const text = '[{"a":"b","b":"a"},{"a":{"a":["a","a"]}}]';
  expect(parseMessage(text)).toEqual({ value: JSON.parse(text) });
});

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join(",");

test.each([
  ["a million keys in one object", `{"id":7,"params":{${numbered(1_000_000)}}}`, 7, { limit_keys: 10_000 }],
  ["a million lists", `{"id":7,"params":[${"[],".repeat(999_999)}[]]}`, 7, { limit_values: 250_000 }],
  ["a million words", `{"params":[${"null,".repeat(999_999)}null],"id":"q"}`, "q", { limit_values: 250_000 }],
  ["the id last but one", `{"params":{${numbered(20_000)}},"id":3,"jsonrpc":"2.0"}`, 3, { limit_keys: 10_000 }],
  ["an id only in a string", `{"params":{${numbered(20_000)},"a":",\\"id\\":3"}}`, null, { limit_keys: 10_000 }],
  ["the id of an inner object", `{"params":{${numbered(20_000)},"id":3}}`, null, { limit_keys: 10_000 }],
])("refuses %s by its cost, names the limit and knows whom to answer", (_what, text, id, details) => {
  const refused = parseMessage(text);

  expect(refused).toMatchObject({ error: { code: "too_large", details }, id });
});

test("limits are the operator's", () => {
  const text = '{"id":1,"params":[{"a":1,"b":2},[3,4]]}';
  const problem = (limits: { valuesMax: number; keysMax: number }) => {
    const parsed = parseMessage(text, limits);
    return "error" in parsed ? parsed.error.message : "read";
  };

  // An object of two fields, a list of two items, an object of two and a list of two.
  expect(problem({ valuesMax: 8, keysMax: 2 })).toBe("read");
  expect(problem({ valuesMax: 7, keysMax: 2 })).toBe("The message has more than 7 values");
  expect(problem({ valuesMax: 8, keysMax: 1 })).toBe("The message has more than 1 keys in one object");
});

test("a file of 50 MiB in one string passes, and so do five thousand rows of four dozen fields", () => {
  const file = { id: 1, params: { file_content: "A".repeat(70_000_000) } };
  const row = Object.fromEntries(Array.from({ length: 48 }, (_, n) => [`field_${n}`, `value ${n}`]));
  const rows = { id: 1, params: { entities: Array.from({ length: 5000 }, () => row) } };

  for (const message of [file, rows]) expect(parseMessage(JSON.stringify(message))).not.toHaveProperty("error");
});

test("a long message lets others have their turn before it is built and before it is worked on, and a short one none", async () => {
  const env = createRealEnv();
  const turnsFor = async (text: string) => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      return env.turn();
    };
    const counted = { ...env, turn };
    return [await parseInTurns(text, DEFAULT_MESSAGE_LIMITS, counted), turns];
  };
  const long = JSON.stringify({ id: 1, rows: Array.from({ length: 30_000 }, (_, n) => `row ${n}`) });
  // Before it is looked through, after a quarter of a million characters, before it is built and after.
  expect(await turnsFor(long)).toEqual([{ value: JSON.parse(long) }, 4]);
  expect(await turnsFor('{"id":1}')).toEqual([{ value: { id: 1 } }, 0]);
  const twice = `{"a":1,"a":2,"id":5,"text":${JSON.stringify("x".repeat(300_000))}}`;
  expect(await turnsFor(twice)).toMatchObject([{ id: 5, error: { code: "hostile_json" } }, 2]);
});

test.each(["123456789012345", "-1.5", "1e20", "-0", "9007199254740991"])("takes %s for the number it is", (digits) => {
  expect(parseMessage(`{"id":1,"n":${digits}}`)).toEqual({ value: { id: 1, n: Number(digits) } });
});
