import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { LICENCES_FILE, licencesOf } from "./licences.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Bundled because every start needs them, or the first one of a folder; everything else is loaded from node_modules when it is first used. */
const BUNDLED = ["@modelcontextprotocol/core", "@modelcontextprotocol/server", "kysely", "zod"];

/** Read by the code that lies beside them, in the sources and in the bundle alike. */
const DATA_FILES = ["src/kernel/search/rank/thesaurus.txt", "src/worlds/building/files/ifc-schemas.txt"];

const { dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as {
  dependencies: Record<string, string>;
};
const external = Object.keys(dependencies);

// A few files instead of some hundred: a client waits for each of them at every start.
const bundle = await rolldown({
  cwd: ROOT,
  platform: "node",
  input: {
    main: "src/apps/cli/main.ts",
    "embed-worker": "src/kernel/search/embed/embed-worker.ts",
    "parser-process": "src/kernel/parsers/parser-process.ts",
    "solids-worker": "src/worlds/building/model/solids/solids-worker.ts",
    "clash-worker": "src/worlds/building/model/clash/clash-worker.ts",
    "picture-worker": "src/worlds/building/files/picture-worker.ts",
  },
  external: external.flatMap((name) => [name, new RegExp(`^${name}/`)]),
  // Nothing of ours, or of what is bundled, does anything by being loaded: who wants one thing of a room loads that alone.
  treeshake: { moduleSideEffects: false },
});
const { output } = await bundle.write({
  dir: "dist",
  cleanDir: true,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
// One file that stands alone: it can be handed to whoever is to check a proof.
const checker = await rolldown({ cwd: ROOT, platform: "node", input: "src/apps/check-proof/main.ts" });
await checker.write({ file: "dist/check-proof.js", format: "esm" });
await checker.close();
for (const path of DATA_FILES) copyFileSync(join(ROOT, path), join(ROOT, "dist", basename(path)));

const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
const strays = packagesOf(modules).filter((name) => !BUNDLED.includes(name));
if (strays.length > 0) throw new Error(`${strays.join(", ")}: neither a dependency nor meant to be in the bundle`);
writeFileSync(join(ROOT, "dist", LICENCES_FILE), licencesOf(modules));

/** The packages whose code went into the bundle. */
function packagesOf(paths: readonly string[]): string[] {
  return [
    ...new Set(paths.flatMap((path) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1] ?? [])),
  ];
}
