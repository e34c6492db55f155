import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PLANTED_BUGS } from "../scripts/honesty/planted-bugs.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

// Whether they are noticed takes `npm run test:honesty`, which nobody runs with every change.
test("every planted bug still has its one place in the source", () => {
  expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(12);
  const lost = PLANTED_BUGS.filter(({ file, from }) => read(file).split(from).length !== 2);
  expect(lost.map(({ name }) => name)).toEqual([]);
});

test("every planted bug names a test that is there", () => {
  const lost = PLANTED_BUGS.filter(({ test, title = "" }) => {
    // Of a title that is made for each tool, only its end stands in the source.
    const stands = title.replace(/^a rehearsal of \S+ /, "");
    return !read(test).includes(stands);
  });
  expect(lost.map(({ name }) => name)).toEqual([]);
});
