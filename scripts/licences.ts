import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What lies beside every bundle: the licence of each package whose code is in it. */
export const LICENCES_FILE = "THIRD-PARTY-LICENSES.txt";

const MODULES = fileURLToPath(new URL("../node_modules", import.meta.url));
const LICENCE_FILE = /^(licen[cs]e|copying|notice)(-[a-z0-9]+)?(\.(md|txt))?$/i;
const RULE = "-".repeat(80);

/** A package whose code went into a bundle; `inside` names the one that brought it along in its own files. */
interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly inside?: string;
}

/** The licences of all packages that modules of a bundle come from. Fails where one has no licence text. */
export function licencesOf(moduleIds: Iterable<string>): string {
  const found = new Map<string, Bundled>();
  for (const id of moduleIds) for (const one of packagesIn(id)) found.set(`${one.name}@${one.version}`, one);
  const sections = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => sectionOf(one));
  const opening =
    "Bailiwick itself is under the licence in LICENSE. This folder also holds code of the packages below.";
  const none = "This folder holds code of no other package.";
  return sections.length === 0 ? `${none}\n` : `${[opening, ...sections].join(`\n\n${RULE}\n`)}\n`;
}

/** The package a module belongs to, and those whose code its author has copied into it. */
function packagesIn(id: string): Bundled[] {
  // What a bundler adds of its own has a name that is no path.
  const own = /^\0(rolldown|vite)\//.exec(id)?.[1];
  const folder = own ? join(MODULES, own) : /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
  if (folder === undefined) return [];
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const outer = { name, version, folder };
  return own ? [outer] : [outer, ...copiedInto(id, name)];
}

/** Bundles say in comments where each part of them was: `…/node_modules/.pnpm/ajv@8.18.0/node_modules/ajv/…`. */
function copiedInto(id: string, inside: string): Bundled[] {
  const path = id.replace(/\?.*$/, "");
  const marks = readFileSync(path, "utf8").matchAll(
    /node_modules\/\.pnpm\/(?:@[^/+]+\+)?[^/@]+@([^/_]+)[^/]*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g,
  );
  return [...marks].map(([, version = "", name = ""]) => ({ name, version, folder: join(MODULES, name), inside }));
}

function sectionOf({ name, version, folder, inside }: Bundled): string {
  const origin = inside === undefined ? "" : ` (inside ${inside})`;
  const texts = licenceFilesIn(folder).map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.every((text) => text === "")) {
    throw new Error(`${name} ${version}${origin} is in the bundle and has no licence text in ${dirname(folder)}`);
  }
  return `${name} ${version}${origin}\n${RULE}\n\n${texts.join("\n\n")}`;
}

function licenceFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => LICENCE_FILE.test(file))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
