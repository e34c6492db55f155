import { expect, test } from "vitest";
import { arrayText, batchesOf, list, name, query, rows } from "./query.ts";
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

test("rows and lists of parts bind in order, however many there are", () => {
  const many = Array.from({ length: 5000 }, (_, n) => n);
  expect(list(many).values).toEqual(many);
  const statement = query`insert into t values ${rows([
    [1, "a"],
    [2, null],
  ])} ${list([])}`;
  expect(sqliteText(statement)).toBe("insert into t values (?, ?), (?, ?) ");
  expect(statement.values).toEqual([1, "a", 2, null]);
  expect(sqliteText(list([query`a = ${1}`, 2]))).toBe("a = ?, ?");
});

test("rows of one shape are one text, also where shapes take turns, and rows of two lengths are refused", () => {
  const statement = (...items: (string | number)[][]) => query`insert into t values ${rows(items)}`;
  const made = [statement([1], [2]), statement([3, 4]), statement([5], [6]), statement([7, 8])];
  expect(made.map(sqliteText)).toEqual([
    "insert into t values (?), (?)",
    "insert into t values (?, ?)",
    "insert into t values (?), (?)",
    "insert into t values (?, ?)",
  ]);
  expect(made.map(({ values }) => values)).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ]);
  expect(made[2]?.texts).toBe(made[0]?.texts);
  expect(() => statement([1], [2, 3])).toThrow(TypeError);
});

test("a bound limit is hidden from SQLite's planner, which would compile the statement anew each time", () => {
  const page = query`select a from t where b = ${1} order by a limit ${20} offset ${40}`;
  expect(sqliteText(page)).toBe("select a from t where b = ? order by a limit ?+0 offset ?+0");
  expect(postgresText(page)).toBe("select a from t where b = $1 order by a limit $2 offset $3");
});

test("a long list comes in batches that lose nothing and keep the order", () => {
  const many = Array.from({ length: 1001 }, (_, n) => n);
  expect([...batchesOf(many)].map((batch) => batch.length)).toEqual([400, 400, 201]);
  expect([...batchesOf(many, 7)].flat()).toEqual(many);
  expect([...batchesOf([])]).toEqual([]);
});

test("one template with other parts is another statement, whatever it was made of before", () => {
  const statement = (part: Parameters<typeof query>[1]) => query`select ${part} from t where a = ${1}`;
  const made = [name("b"), 2, name("c"), list([3, 4]), list([5]), name("b"), null].map(statement);
  expect(made.map(sqliteText)).toEqual([
    'select "b" from t where a = ?',
    "select ? from t where a = ?",
    'select "c" from t where a = ?',
    "select ?, ? from t where a = ?",
    "select ? from t where a = ?",
    'select "b" from t where a = ?',
    "select ? from t where a = ?",
  ]);
  expect(made.map(({ values }) => values)).toEqual([[1], [2, 1], [1], [3, 4, 1], [5, 1], [1], [null, 1]]);
});

test("values become one array, whatever signs they hold", () => {
  expect(arrayText(["a,b", 'say "no"', "back\\slash", "{}", "", "NULL", null, 7, 8n])).toBe(
    '{"a,b","say \\"no\\"","back\\\\slash","{}","","NULL",NULL,7,8}',
  );
});
