import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { referenceDocs } from "../scripts/reference-docs.ts";

const FOLDER = fileURLToPath(new URL("../docs/reference", import.meta.url));

test("the reference pages are what the code says; run `npm run docs` when this fails", async () => {
  const written = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path): [string, string] => [path, readFileSync(join(FOLDER, path), "utf8")]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(await referenceDocs()));
});
