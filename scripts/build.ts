import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Bundled because every start needs them; everything else is loaded from node_modules when it is first used. */
const BUNDLED = /^(zod|@modelcontextprotocol\/.+|@cfworker\/.+)$/;

const { dependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as {
  dependencies: Record<string, string>;
};
const external = Object.keys(dependencies).filter((name) => !BUNDLED.test(name));

// A few files instead of some hundred: a client waits for each of them at every start.
const bundle = await rolldown({
  cwd: ROOT,
  platform: "node",
  input: { main: "src/apps/cli/main.ts", "embed-worker": "src/kernel/search/embed/embed-worker.ts" },
  external: external.flatMap((name) => [name, new RegExp(`^${name}/`)]),
});
await bundle.write({
  dir: "dist",
  cleanDir: true,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
});
await bundle.close();
