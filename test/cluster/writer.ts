import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { WORLDS } from "../../src/apps/worlds.ts";
import { SILENT_CLIENT } from "../../src/kernel/client.ts";
import { openKernel } from "../../src/kernel/kernel.ts";

// One process of many: writes for every user through one server until its time is over, and tells what became of each.

const [databaseUrl = "", seconds = "1", process_ = "0", ...users] = process.argv.slice(2);
const tell = (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
const LOG = { debug() {}, info() {}, warn() {}, error: tell };
const kernel = openKernel({
  env: createRealEnv(),
  version: "0.0.0-test",
  worlds: WORLDS,
  log: LOG,
  folder: mkdtempSync(join(tmpdir(), "bailiwick-writer-")),
  databaseUrl,
  embedder: "none",
  limits: { budgets: { store: 0 } },
});

/** What became of a write, and of one that was refused why. */
interface Outcome {
  readonly outcome: string;
  readonly why?: object;
}

async function store(user: string, name: string): Promise<Outcome> {
  const outcome = await kernel.call({
    server: "truth",
    name: "store_structured",
    arguments: { idempotency_key: name, entities: [{ entity_type: "company", name }] },
    connection: { id: user, transport: "stdio", client: "test", user },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  const content = "structuredContent" in outcome ? outcome.structuredContent : undefined;
  const answer = content as { error?: { code: string } } | undefined;
  if (answer?.error !== undefined) return { outcome: answer.error.code, why: answer.error };
  return { outcome: answer === undefined ? "no answer" : "stored" };
}

await store(users[0] ?? "", `Acme ${process_} begins`);
const end = performance.now() + Number(seconds) * 1000;
await Promise.all(
  users.map(async (user) => {
    for (let n = 0; performance.now() < end; n++) {
      const name = `Acme ${process_} ${n}`;
      const startedMs = performance.now();
      const became = await store(user, name);
      process.stdout.write(
        `${JSON.stringify({ user, name, ...became, ms: Math.round(performance.now() - startedMs) })}\n`,
      );
    }
  }),
);
await kernel.close();
