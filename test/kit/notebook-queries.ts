import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { openKernel } from "../../src/kernel/kernel.ts";
import { notebook } from "../../src/worlds/notebook/index.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

/** A process of its own that asks the same questions twice and prints every answer, less the fields declared as free. */
const [folder = "", wordList = "", count = "1000"] = process.argv.slice(2);
const words = wordList.split(",");
const silent = () => {};
const kernel = openKernel({
  worlds: [notebook],
  env: createSimulatedEnv(String(process.pid)),
  log: { debug: silent, info: silent, warn: silent, error: silent },
  version: "0.0.0-test",
  folder,
});

async function ask(name: string, args: object) {
  const outcome = await kernel.call({
    server: "notebook",
    name,
    arguments: args,
    connection: { id: "one", transport: "stdio", client: "test" },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  // biome-ignore lint/suspicious/noExplicitAny: only the free fields are touched.
  return ("structuredContent" in outcome ? outcome.structuredContent : outcome) as any;
}

/** Two words each, and a different number of results. */
function question(n: number) {
  const at = (step: number) => words[(n * step + 7) % words.length];
  return { query: `${at(1)} ${at(31)}`, k: 1 + (n % 50) };
}

await ask("enter_collection", { collection_id: "many" });
// The ranking is settled once every vector is there, or once it is known that none will come.
for (;;) {
  const { search_note } = await ask("semantic_search", question(0));
  if (search_note === undefined || !/wait/.test(search_note)) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
for (let round = 0; round < 2; round += 1) {
  for (let n = 0; n < Number(count); n += 1) {
    const answer = await ask("semantic_search", question(n));
    answer.metadata.search_time_ms = 0;
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
}
await kernel.close();
