import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** A process of its own: what is loaded there was loaded by this world alone. */
const PROGRAM = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({
  resolve(specifier, context, next) {
    loaded.add(specifier.split("/").at(-1));
    return next(specifier, context);
  },
});
const parsers = () => ["yaml", "unpdf", "aws4fetch", "jupyter.ts", "pdf.ts"].filter((name) => loaded.has(name));
const { notebook } = await import(${JSON.stringify(new URL("index.ts", import.meta.url))});
await notebook.load();
const atStart = parsers();
const { readNotebook } = await import(${JSON.stringify(new URL("files/read-notebook.ts", import.meta.url))});
const read = (path, text) => readNotebook(path, new TextEncoder().encode(text));
await read("a.md", "No front matter.");
const afterPlain = parsers();
await read("b.md", "---\\ntitle: B\\n---\\nText");
process.stdout.write(JSON.stringify({ atStart, afterPlain, afterFrontMatter: parsers() }));
`;

test("no parser is loaded before a file needs it", async () => {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({
    atStart: [],
    afterPlain: ["jupyter.ts", "pdf.ts"],
    afterFrontMatter: ["yaml", "jupyter.ts", "pdf.ts"],
  });
});
