import { expect, test } from "vitest";
import { parseMessage } from "./strict-json.ts";

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
