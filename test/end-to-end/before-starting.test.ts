import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listNewerEngines, readLock } from "../../scripts/complete-lock.ts";

// What somebody meets before anything runs: the page of the package, and npm.

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");

test("npm may be started with Node 20 and warns of no engine; the package itself still asks for 22", () => {
  expect(listNewerEngines(readLock())).toEqual([]);
  const { engines, devEngines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(engines).toEqual({ node: ">=22" });
  // Where it stands, npm looks at it instead of `engines` for the repository itself.
  expect(devEngines.runtime).toMatchObject({ name: "node", version: ">=20" });
});

test("every link of the README opens from the page of the package too", () => {
  const links = [...README.matchAll(/\]\(([^)]+)\)/g)].map(([, to = ""]) => to);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((to) => !/^(?:https:\/\/|#)/.test(to))).toEqual([]);
  const own = links.flatMap(
    (to) => /^https:\/\/github\.com\/bailiwick\/bailiwick\/(?:blob|tree)\/main\/([^#]+)/.exec(to)?.[1] ?? [],
  );
  expect(own.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the README says which Node the repository and the package need, and has lines for Windows", () => {
  expect(README).toMatch(/repository needs npm and Node 20 or newer.*package needs Node 22 or newer/s);
  expect(README).toMatch(/On Windows[\s\S]*node bin\\bailiwick\.js/);
});
