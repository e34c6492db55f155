import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openTestNotebook } from "../../../../test/kit/notebook.ts";
import { times } from "../../../../test/kit/thorough.ts";

const SCRIPT = fileURLToPath(new URL("../../../../test/kit/notebook-queries.ts", import.meta.url));
const WORDS =
  "barrel rain night drought seed bean carrot mulch grass pump shed spade rake leaf root frost sun wall row bed".split(
    " ",
  );

/** Notes that share words in every combination, so that many answers have ties. */
function manyNotes(): Record<string, string> {
  const files: Record<string, string> = {};
  for (let n = 0; n < 120; n += 1) {
    const sentence = (step: number) =>
      `${WORDS[n % WORDS.length]} and ${WORDS[(n * step) % WORDS.length]} by ${WORDS[(n + step) % WORDS.length]}.`;
    files[`many/notebooks/n${n}.md`] = [3, 5, 7].map((step) => `## Part ${step}\n\n${sentence(step)}`).join("\n\n");
  }
  return files;
}

const QUERIES = times(1000, 100);

test(`${QUERIES} queries, asked twice in each of two processes, are answered byte for byte alike`, async () => {
  const notebook = await openTestNotebook({ files: manyNotes() });
  await notebook.close();
  const run = async () => {
    const args = [SCRIPT, notebook.folder, WORDS.join(","), String(QUERIES)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 30 });
    return stdout.split("\n").slice(0, -1);
  };
  const first = await run();
  const second = await run();
  expect(first.length).toBe(2 * QUERIES);
  expect(first.filter((line) => line.includes('"reference_id"')).length).toBe(2 * QUERIES);
  expect(first.slice(QUERIES)).toEqual(first.slice(0, QUERIES));
  expect(second).toEqual(first);
});
