import { UsageError } from "../../../src/apps/usage-error.ts";
import type { Embedder } from "../../../src/kernel/search/embed/index.ts";
import type { Space } from "../corpus.ts";
import { answersOf } from "../evaluate.ts";
import { mean, recallAt } from "../measures.ts";
import { vectorsByText } from "../vectors.ts";
import type { Door } from "./door.ts";
import { openNotebookDoor } from "./notebook-door.ts";
import { openTruthDoor } from "./truth-door.ts";
import { openVectorEndpoint, type VectorEndpoint } from "./vector-endpoint.ts";

const LIMIT = 10;

type OpenDoor = (space: Space, vectors: VectorEndpoint) => Promise<Door>;

const WORLDS: Readonly<Record<string, OpenDoor>> = { notebook: openNotebookDoor, truth: openTruthDoor };

/** What the tools of a world find of one space, beside what the ranking finds of it; in per cent. */
export interface ThroughRow {
  readonly through: string;
  readonly space: string;
  readonly turns: number;
  readonly questions: number;
  readonly throughAt10: number;
  /** The ranking function over the same turns. */
  readonly functionAt10: number;
}

/** Every conversation through the tools of a world, and all of them joined in one space. */
export async function measureThrough(
  through: string,
  spaces: readonly Space[],
  embedder: Embedder,
  progress: (line: string) => void,
): Promise<ThroughRow[]> {
  const open = WORLDS[through];
  if (open === undefined) throw new UsageError(`--through takes ${Object.keys(WORLDS).join(" or ")}, not ${through}`);
  const chats = spaces.filter(({ kind }) => kind === "turn");
  const rows: ThroughRow[] = [];
  for (const space of chats.length > 1 ? [...chats, joined(chats)] : chats) {
    progress(`ranking ${space.name}`);
    const alone = await answersOf(space, embedder, progress);
    const vectors = await openVectorEndpoint(embedder, await vectorsByText(space, embedder, progress));
    progress(`bringing ${space.documents.length} turns of ${space.name} in through ${through}`);
    const door = await open(space, vectors);
    try {
      progress(`asking ${space.questions.length} questions; ${vectors.strangers()} texts were new to the model`);
      const asked = [];
      for (const question of space.questions) asked.push({ question, best: await door.ask(question.text, LIMIT) });
      rows.push({
        through,
        space: space.name,
        turns: space.documents.length,
        questions: alone.filter(({ question }) => question.evidence.size > 0).length,
        throughAt10: recallOf(asked),
        functionAt10: recallOf(alone),
      });
      progress(
        `${space.name}: ${rows.at(-1)?.throughAt10.toFixed(1)}, the function ${rows.at(-1)?.functionAt10.toFixed(1)}`,
      );
    } finally {
      await door.close();
      await vectors.close();
    }
  }
  return rows;
}

function recallOf(answers: readonly { question: Space["questions"][number]; best: readonly string[] }[]): number {
  const judged = answers.filter(({ question }) => question.evidence.size > 0);
  return 100 * mean(judged.map(({ question, best }) => recallAt(LIMIT, [...new Set(best)], question.evidence)));
}

/** As if one person had had all these conversations. */
function joined(chats: readonly Space[]): Space {
  const own = (space: Space, id: string) => `${space.name}/${id}`;
  return {
    corpus: "locomo",
    name: "all of them in one space",
    kind: "turn",
    documents: chats.flatMap((space) =>
      space.documents.map((document) => ({
        ...document,
        id: own(space, document.id),
        group: own(space, document.group),
      })),
    ),
    questions: chats.flatMap((space) =>
      space.questions.map((question) => ({
        ...question,
        evidence: new Map([...question.evidence].map(([id, grade]) => [own(space, id), grade])),
      })),
    ),
  };
}
