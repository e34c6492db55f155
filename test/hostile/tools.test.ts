import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everyServer } from "../kit/worlds.ts";

test("no schema of a tool points outside itself or at itself", async () => {
  const servers = await everyServer();
  const tools = servers.flatMap(({ listed }) => [...listed()]);
  expect(tools.length).toBeGreaterThan(50);
  const pointing = tools.filter((tool) =>
    /"\$(?:ref|dynamicRef|schema)":"(?!https:\/\/json-schema\.org\/)/.test(JSON.stringify(tool)),
  );
  const outside = pointing.filter((tool) => /"\$ref":"(?!#\/)/.test(JSON.stringify(tool)));
  expect(outside.map(({ name }) => name)).toEqual([]);
  for (const tool of pointing) expect(refersToItself(tool.inputSchema), tool.name).toBe(false);
});

/** Whether following references inside a schema comes back to where it was. */
function refersToItself(schema: unknown, way: readonly string[] = [], at: unknown = schema): boolean {
  if (typeof at !== "object" || at === null) return false;
  const reference = (at as { $ref?: unknown }).$ref;
  if (typeof reference === "string") {
    if (way.includes(reference)) return true;
    let target: unknown = schema;
    for (const part of reference.split("/").slice(1)) target = (target as Record<string, unknown>)?.[part];
    return refersToItself(schema, [...way, reference], target);
  }
  return Object.values(at).some((value) => refersToItself(schema, way, value));
}

/** What makes a matcher try every way to cut a text: a repetition of what is repeated itself. */
const NESTED_REPETITION = /\([^()]*[+*][^()]*\)[+*]|\([^()]*\|[^()]*\)[+*]\)[+*]/;

const HOSTILE_TEXTS = ["a", "0", " ", "-", "/", "\\", "a.", "0.", "A-", "_", "x,", "\n"].map(
  (part) => `${part.repeat(5000)}\u0000`,
);

/** What this process spends on all of them. Waiting for a busy machine is no part of it. */
function costOf(expression: RegExp): number {
  const before = process.cpuUsage();
  for (const text of HOSTILE_TEXTS) expression.test(text);
  return process.cpuUsage(before).user;
}

/** Looks at the rest of a text from each of its letters, and finds nothing: what an expression may cost at most, nearly. */
const QUADRATIC = /[^b]*b/;
/** One that runs on costs thousands of times as much: as many as the text has letters, and more. */
const TIMES_MAX = 5;

test("no expression that meets words of a caller can be made to run on", () => {
  const found: string[] = [];
  let looked = 0;
  // As dear as it gets on this machine, now: no limit in seconds would hold on every one.
  const yardstick = Math.max(1, costOf(QUADRATIC));
  for (const file of globSync("src/**/*.ts", { exclude: (name) => name.endsWith(".test.ts") })) {
    const source = readFileSync(file, "utf8");
    for (const [, body = "", flags = ""] of source.matchAll(
      /(?<=[(,=:[\s!&|?])\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g,
    )) {
      looked += 1;
      if (!NESTED_REPETITION.test(body)) continue;
      if (costOf(new RegExp(body, flags)) > TIMES_MAX * yardstick) found.push(`${file}: /${body}/`);
    }
  }
  expect(looked).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
