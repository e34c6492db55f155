import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOOR } from "../kit/server-process.ts";
import { type Question, readCorpus, type Space } from "../recall/corpus.ts";
import { answersOf } from "../recall/evaluate.ts";
import { auroc, mean, recallAt } from "../recall/measures.ts";
import { openModel } from "../recall/open-model.ts";
import { openSession, type Session } from "../truth/session.ts";

const LIMIT = 10;
/** A token is counted as four characters. */
const CHARS_PER_TOKEN = 4;

export interface HomeRecall {
  readonly conversation: string;
  readonly turns: number;
  readonly questions: number;
  /** Share of the evidence among the first ten: through recall, and as the ranking alone finds it. */
  readonly recall_at_10: number;
  readonly ranking_at_10: number;
  readonly mean_answer_tokens: number;
  readonly quotes: number;
  readonly quotes_not_verbatim: number;
  /** How well the confidence tells questions that have an answer from those that have none. */
  readonly confidence_auroc: number;
  readonly ranking_auroc: number;
  /** Shares that no_evidence was said of. */
  readonly declined_unanswerable: number;
  readonly declined_answerable: number;
}

/** A conversation remembered turn by turn over stdio, then asked through recall. */
export async function measureHomeRecall(corpus: string, progress: (line: string) => void): Promise<HomeRecall[]> {
  const spaces = readCorpus(corpus).filter(({ corpus: kind }) => kind === "locomo");
  const model = await openModel();
  const embedder = "absent" in model ? undefined : model;
  const results: HomeRecall[] = [];
  try {
    for (const space of spaces) {
      progress(`ranking ${space.name} alone`);
      const alone = await answersOf(space, embedder, progress);
      progress(`remembering ${space.documents.length} turns of ${space.name}`);
      results.push(await throughHome(space, alone, progress));
    }
  } finally {
    await embedder?.close();
  }
  return results;
}

async function throughHome(
  space: Space,
  alone: Awaited<ReturnType<typeof answersOf>>,
  progress: (line: string) => void,
): Promise<HomeRecall> {
  const folder = mkdtempSync(join(tmpdir(), "bench-home-"));
  const config = join(folder, "bailiwick.config.json");
  // Ingesting as fast as it goes is no call a minute: the limits of connections are for agents.
  writeFileSync(config, JSON.stringify({ limits: { writes_per_minute: 0, calls_per_minute: 0 } }));
  const session = await openSession([DOOR, "mcp", "--data", join(folder, "data"), "--config", config]);
  try {
    const idOf = await rememberAll(session, space);
    await vectorsMade(session, progress);
    progress(`asking ${space.questions.length} questions`);
    const asked = [];
    for (const question of space.questions) asked.push(await ask(session, space, question, idOf));
    const judged = asked.filter(({ question }) => question.evidence.size > 0 && !question.isUnanswerable);
    const ranked = alone.filter(({ question }) => question.evidence.size > 0 && !question.isUnanswerable);
    const unanswerable = asked.filter(({ question }) => question.isUnanswerable);
    const answerable = asked.filter(({ question }) => !question.isUnanswerable);
    return {
      conversation: space.name,
      turns: space.documents.length,
      questions: judged.length,
      recall_at_10: mean(judged.map(({ best, question }) => recallAt(LIMIT, best, question.evidence))),
      ranking_at_10: mean(ranked.map(({ best, question }) => recallAt(LIMIT, best, question.evidence))),
      mean_answer_tokens: mean(asked.map(({ tokens }) => tokens)),
      quotes: asked.reduce((sum, { quotes }) => sum + quotes, 0),
      quotes_not_verbatim: asked.reduce((sum, { strange }) => sum + strange, 0),
      confidence_auroc: auroc(
        answerable.map(({ confidence }) => confidence),
        unanswerable.map(({ confidence }) => confidence),
      ),
      ranking_auroc: auroc(
        alone.filter(({ question }) => !question.isUnanswerable).map(({ evidence }) => evidence),
        alone.filter(({ question }) => question.isUnanswerable).map(({ evidence }) => evidence),
      ),
      declined_unanswerable: mean(unanswerable.map(({ declined }) => (declined ? 1 : 0))),
      declined_answerable: mean(answerable.map(({ declined }) => (declined ? 1 : 0))),
    };
  } finally {
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One call a turn, as a client would that keeps what it hears. Answers with which turn a quote of it is. */
async function rememberAll(session: Session, space: Space): Promise<Map<string, string>> {
  const idOf = new Map<string, string>();
  for (const document of space.documents) {
    const { id, speaker = "", at, group } = document;
    const text = wordsOf(document);
    const turn = { speaker, text, ...(at !== undefined && { at: new Date(at).toISOString() }) };
    await session.call("remember", { conversation: [turn], title: `session ${group}` });
    idOf.set(text, idOf.get(text) ?? id);
  }
  return idOf;
}

/** A picture is told of in words, as a client would that cannot keep it: the same words that the ranking alone has. */
function wordsOf({ text, caption }: Space["documents"][number]): string {
  return caption === undefined ? text : `${text} ${caption}`;
}

const WAIT_MS = 500;
const WAITS_MAX = 600;

/** Vectors follow a write within seconds; recall says so while they are missing. */
async function vectorsMade(session: Session, progress: (line: string) => void): Promise<void> {
  progress("waiting for vectors");
  for (let waited = 0; waited < WAITS_MAX; waited += 1) {
    const { note = "" } = await session.call("recall", { question: "Who spoke of what, and when?" });
    if (!String(note).includes("wait for their vector")) return;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error("the vectors did not come");
}

async function ask(session: Session, space: Space, question: Question, idOf: ReadonlyMap<string, string>) {
  const answer = (await session.call("recall", { question: question.text })) as {
    evidence: { quote: string }[];
    confidence: number;
    no_evidence?: object;
  };
  const sent = new Set(space.documents.map(wordsOf));
  return {
    question,
    best: answer.evidence.map(({ quote }) => idOf.get(quote) ?? ""),
    tokens: Math.ceil(JSON.stringify(answer).length / CHARS_PER_TOKEN),
    quotes: answer.evidence.length,
    strange: answer.evidence.filter(({ quote }) => !sent.has(quote)).length,
    confidence: answer.confidence,
    declined: answer.no_evidence !== undefined,
  };
}
