import { createRealEnv } from "../../src/apps/real-env.ts";
import { createLogger, openKernel, SILENT_CLIENT } from "../../src/kernel/serve.ts";
import { instructions } from "../../src/worlds/instructions/index.ts";
import { CATEGORY, idOf } from "./corpus.ts";

// The product without a client: its first answer, then many.
const [folder = "", mutation] = process.argv.slice(2);
const WARM_CALLS = 60;
const version = "0.0.0-bench";

const startedMs = performance.now();
const kernel = openKernel({
  worlds: [instructions],
  variables: { MCP_ENABLE_MUTATION: mutation === "mutation" },
  env: createRealEnv(),
  log: createLogger("warn"),
  version,
  folder,
});
// Every entry is read to find that none is of this category.
await call("instructions_list", { category: "of-no-entry" });
const loadMs = performance.now() - startedMs;
const hashedMs = performance.now();
const { count } = (await call("instructions_governance_hash", {})) as { count: number };
const governanceMs = performance.now() - hashedMs;
const listMs: number[] = [];
const getMs: number[] = [];
for (let turn = 0; turn < WARM_CALLS; turn++) {
  listMs.push(await timed("instructions_list", { category: CATEGORY }));
  getMs.push(await timed("instructions_get", { id: idOf(turn * 7) }));
}
process.stdout.write(JSON.stringify({ loadMs, governanceMs, listMs, getMs, entries: count }));
await kernel.close();

async function timed(name: string, args: unknown): Promise<number> {
  const before = performance.now();
  await call(name, args);
  return performance.now() - before;
}

async function call(name: string, args: unknown): Promise<unknown> {
  const outcome = await kernel.call({
    server: "instructions",
    name,
    arguments: args,
    connection: { id: "bench", transport: "stdio", client: "bench" },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "method",
  });
  if (!("structuredContent" in outcome) || outcome.structuredContent === undefined)
    throw new Error(`${name} was refused: ${JSON.stringify(outcome)}`);
  return outcome.structuredContent;
}
