import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCorpus, type Space } from "../recall/corpus.ts";
import { type OpenGraph, openGraph } from "./open-graph.ts";
import { type Probed, probedGraph } from "./probed-graph.ts";

/** One question, what answers it, and what was found. */
export interface Asked {
  readonly corpus: string;
  readonly conversation: string;
  readonly evidence: readonly string[];
  readonly pool: readonly Probed[];
  /** What `search_graph` and the kernel's hybrid search answer, best first. */
  readonly graph: readonly string[];
  readonly index: readonly string[];
}

/** Stores every conversation as memories of a user of its own, then asks all its questions. */
export async function askConversations(
  corpus: string,
  turnsMax: number,
  progress: (line: string) => void,
): Promise<Asked[]> {
  const folder = await mkdtemp(join(tmpdir(), "bailiwick-bench-"));
  const product = openGraph(folder, probedGraph);
  try {
    const asked: Asked[] = [];
    for (const space of readCorpus(corpus).filter(({ kind }) => kind === "turn")) {
      asked.push(...(await askOne(product, cutTo(space, turnsMax), progress)));
    }
    return asked;
  } finally {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The beginning of a conversation, with the questions that it answers by itself. */
function cutTo(space: Space, turnsMax: number): Space {
  const documents = space.documents.slice(0, turnsMax);
  const ids = new Set(documents.map(({ id }) => id));
  const isWhole = (evidence: ReadonlyMap<string, number>): boolean => [...evidence.keys()].every((id) => ids.has(id));
  return { ...space, documents, questions: space.questions.filter(({ evidence }) => isWhole(evidence)) };
}

async function askOne(product: OpenGraph, space: Space, progress: (line: string) => void): Promise<Asked[]> {
  const user = `${space.corpus}-${space.name}`;
  const turnOf = new Map<string, string>();
  for (const [at, { id, speaker, text, group, caption, at: saidAt }] of space.documents.entries()) {
    const { fingerprintId } = await product.ask(
      "store_memory",
      {
        content: `${speaker}: ${text}${caption === undefined ? "" : ` [${caption}]`}`.slice(0, 60_000),
        session_id: group,
        ...(saidAt !== undefined && { occurred_at: new Date(saidAt).toISOString() }),
      },
      user,
    );
    turnOf.set(fingerprintId, id);
    if ((at + 1) % 100 === 0) progress(`${user}: ${at + 1} of ${space.documents.length} turns stored`);
  }
  await product.vectorsMade(user);
  const asked: Asked[] = [];
  const turns = (ids: readonly string[]): string[] => ids.map((id) => turnOf.get(id) ?? "");
  for (const { text, evidence } of space.questions) {
    if (evidence.size === 0) continue;
    const { pool } = await product.ask("probe_pool", { query: text }, user);
    const { results } = await product.ask("search_graph", { query: text }, user);
    const { ids } = await product.ask("search_index", { query: text, limit: 10 }, user);
    asked.push({
      corpus: space.corpus,
      conversation: user,
      evidence: [...evidence.keys()],
      pool: (pool as Probed[]).map((one) => ({ ...one, id: turnOf.get(one.id) ?? "" })),
      graph: turns((results as { fingerprintId: string }[]).map(({ fingerprintId }) => fingerprintId)),
      index: turns(ids),
    });
  }
  progress(`${user}: ${asked.length} questions asked`);
  return asked;
}
