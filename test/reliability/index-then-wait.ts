import { createRealEnv } from "../../src/apps/real-env.ts";
import { openKernel } from "../../src/kernel/kernel.ts";

// Indexes one document, says so once it is durable, and waits to be killed before its vector is made.
const [folder = ""] = process.argv.slice(2);
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const kernel = openKernel({
  worlds: [],
  env: createRealEnv(),
  log: silent,
  version: "test",
  folder,
  embedder: { provider: "path", folder: "/nowhere" },
});
await kernel.derive(({ search }) =>
  search.index([{ space: "s", id: "a", unit: "passage", text: "The physician prescribed medicine for the patient." }]),
);
process.stdout.write("indexed\n");
setInterval(() => {}, 1000);
