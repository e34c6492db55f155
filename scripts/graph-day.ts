import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKernel, SILENT_CLIENT } from "../src/kernel/serve.ts";
import { graph } from "../src/worlds/graph/index.ts";
import { createSimulatedEnv } from "../test/kit/simulated-env.ts";
import { drawDay, type Moment } from "./graph-day/draw.ts";
import { DAY, type Doing } from "./graph-day/plan.ts";

// A day of the graph in about a minute, on a clock of its own: it stores, is searched, is told what was relevant, and
// dreams three times. What its tools then say is drawn into docs/guide/graph-day.svg, with the run as JSON beside it.

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const START = Date.UTC(2026, 2, 2);
const OUT = new URL("../docs/guide/graph-day.svg", import.meta.url);

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of their tool.
type Answer = any;

const folder = mkdtempSync(join(tmpdir(), "bailiwick-day-"));
const env = createSimulatedEnv("day", START);
const kernel = openKernel({ env, version: "day", worlds: [graph], log: QUIET, folder });
const moments: Moment[] = [];
const ids = new Map<string, string>();

try {
  for (const { at, ...doing } of DAY) {
    const wait = START + at * 3_600_000 - env.now();
    if (wait > 0) await env.sleep(wait);
    await act(doing);
    moments.push(await look(at, doing.dream === true));
  }
  writeFileSync(OUT, drawDay(moments));
  process.stdout.write(
    `${JSON.stringify(moments.filter(({ dreamt }) => dreamt).length)} dreams, ${moments.length} moments\n`,
  );
} finally {
  await kernel.close();
  rmSync(folder, { recursive: true });
}

async function act({ store, search, judge, dream }: Omit<Doing, "at">): Promise<void> {
  if (store !== undefined) {
    const { fingerprintId } = await ask("store_memory", { content: store.text, session_id: store.session });
    ids.set(store.name, fingerprintId);
  }
  if (search !== undefined) await ask("search_graph", { query: search });
  if (judge !== undefined) {
    await ask("update_synergy_matrix", {
      query_vector_id: ids.get(judge.query),
      result_vector_id: ids.get(judge.result),
      feedback: judge.relevant ? "relevant" : "not_relevant",
    });
  }
  if (dream === true) await ask("trigger_dream", { force: true });
}

async function look(hour: number, dreamt: boolean): Promise<Moment> {
  const mind = await ask("get_consciousness_state", {});
  const moods = await ask("get_neuromodulation_state", {});
  const { entropy, coherence } = mind._cognitive_pulse;
  return {
    hour,
    dreamt,
    r: mind.r,
    C: mind.C,
    entropy,
    coherence,
    dopamine: moods.dopamine.level,
    serotonin: moods.serotonin.level,
    noradrenaline: moods.noradrenaline.level,
  };
}

async function ask(name: string, args: object): Promise<Answer> {
  const outcome: Answer = await kernel.call({
    server: "graph",
    name,
    arguments: args,
    connection: { id: "day", transport: "stdio", client: "day" },
    client: SILENT_CLIENT,
    signal: new AbortController().signal,
    form: "tool",
  });
  if (outcome.isError === true) throw new Error(`${name}: ${JSON.stringify(outcome.structuredContent)}`);
  return outcome.structuredContent;
}
