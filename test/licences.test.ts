import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { licencesOf } from "../scripts/licences.ts";
import { temporaryFolder } from "./kit/folder.ts";

/** A module of a package with these files. */
function moduleOf(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), "node_modules", name);
  mkdirSync(folder, { recursive: true });
  const all = { "package.json": JSON.stringify({ name, version: "1.2.3" }), "index.js": "export {};", ...files };
  for (const [file, text] of Object.entries(all)) writeFileSync(join(folder, file), text);
  return join(folder, "index.js");
}

const RULE = "-".repeat(80);

test("each package has one section with its name, its version and its licence", () => {
  const one = moduleOf("@some/one", { LICENSE: "Copyright One\n", "NOTICE.txt": "Notice One" });
  const two = moduleOf("two", { "license.md": "Copyright Two" });

  const [, ...sections] = licencesOf([two, one, one, "/here/src/own.ts"]).split(`\n\n${RULE}\n`);

  expect(sections).toEqual([
    `@some/one 1.2.3\n${RULE}\n\nCopyright One\n\nNotice One`,
    `two 1.2.3\n${RULE}\n\nCopyright Two\n`,
  ]);
});

test("a package without a licence text ends the build", () => {
  expect(() => licencesOf([moduleOf("bare", {})])).toThrow("bare 1.2.3 is in the bundle and has no licence text");
  expect(() => licencesOf([moduleOf("empty", { LICENSE: " " })])).toThrow("empty 1.2.3");
});

test("a package whose code another one has copied into its files is named too, and ends the build without a text", () => {
  const region = (name: string) => `//#region ../../node_modules/.pnpm/${name}@9.9.9_x@1/node_modules/${name}/a.js\n`;

  const text = licencesOf([moduleOf("carrier", { LICENSE: "Copyright", "index.js": region("zod") })]);

  expect(text).toContain(`zod 9.9.9 (inside carrier)\n${RULE}\n\nMIT License`);
  expect(() => licencesOf([moduleOf("carrier", { LICENSE: "Copyright", "index.js": region("no-such") })])).toThrow(
    "no-such 9.9.9 (inside carrier) is in the bundle and has no licence text",
  );
});

test("a bundle of our own code alone says so", () => {
  expect(licencesOf(["/here/src/own.ts"])).toBe("This folder holds code of no other package.\n");
});
