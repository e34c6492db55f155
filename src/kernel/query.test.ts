import { expect, test } from "vitest";
import { list, name, query } from "./query.ts";
import { postgresText, sqliteText } from "./storage/statement-text.ts";

test("binds values by place, also inside nested parts, and writes each engine's marks", () => {
  const condition = query`a = ${1} or b in (${list(["x", 2, null])})`;
  const statement = query`select ${name("a")} from t where (${condition}) and c = ${"'; drop table t"}`;
  expect(sqliteText(statement)).toBe('select "a" from t where (a = ? or b in (?, ?, ?)) and c = ?');
  expect(postgresText(statement)).toBe('select "a" from t where (a = $1 or b in ($2, $3, $4)) and c = $5');
  expect(statement.values).toEqual([1, "x", 2, null, "'; drop table t"]);
});

test("a name that is not plain is refused", () => {
  expect(() => name('a"; drop table t')).toThrow(TypeError);
});
