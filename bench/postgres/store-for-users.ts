import { createInterface } from "node:readline";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { openKernel } from "../../src/kernel/kernel.ts";
import { madePeople, rowOf } from "../truth/people.ts";

// One server process of several on a database: for each line it reads, `first count user…`, it stores that many people
// for each of the users at once, and says `done`.

const [databaseUrl = "", folder = ""] = process.argv.slice(2);
const kernel = openKernel({
  env: createRealEnv(),
  version: "0.0.0-bench",
  worlds: WORLDS,
  log: { debug() {}, info() {}, warn() {}, error() {} },
  folder,
  databaseUrl,
  embedder: "none",
  limits: { budgets: { store: 0 } },
});

async function store(user: string, at: number): Promise<void> {
  const outcome = await kernel.call({
    server: "truth",
    name: "store_structured",
    arguments: { idempotency_key: `pair ${at}`, entities: madePeople(1, at).map(rowOf) },
    connection: { id: user, transport: "stdio", client: "bench", user },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  if (!("structuredContent" in outcome) || outcome.isError === true)
    throw new Error(`not stored: ${JSON.stringify(outcome)}`);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [first = "", count = "", ...users] = line.split(" ");
  await Promise.all(
    users.map(async (user) => {
      for (let n = 0; n < Number(count); n += 1) await store(user, Number(first) + n);
    }),
  );
  process.stdout.write("done\n");
}
await kernel.close();
