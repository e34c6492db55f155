import { DOOR } from "../../kit/server-process.ts";
import { openSession, type Session } from "../../truth/session.ts";
import type { Space } from "../corpus.ts";
import { type Door, makeWorkplace, untilWhole, wordsOf } from "./door.ts";
import type { VectorEndpoint } from "./vector-endpoint.ts";

const EVERY_TOKEN = 20_000;

interface Recalled {
  readonly evidence: readonly { readonly quote: string; readonly source: { readonly id: string } }[];
  readonly note?: string;
}

/** The truth world: one `remember` a session, then `recall` from memory. */
export async function openTruthDoor(space: Space, vectors: VectorEndpoint): Promise<Door> {
  const workplace = makeWorkplace(vectors);
  const session = await openSession([DOOR, "mcp", ...workplace.flags]);
  const turnOf = await remember(session, space);
  const recall = async (question: string, k: number) =>
    (await session.call("recall", {
      question,
      k,
      from: ["memory"],
      token_budget: EVERY_TOKEN,
    })) as unknown as Recalled;
  await untilWhole(async () => (await recall("Who spoke of what, and when?", 1)).note ?? "");
  return {
    async ask(question, limit) {
      const { evidence } = await recall(question, limit);
      return evidence.map(({ quote, source }) => turnOf.get(`${source.id} ${quote}`) ?? "");
    },
    async close() {
      await session.close();
      workplace.remove();
    },
  };
}

/** Which turn a quote of a memory is. */
async function remember(session: Session, { documents }: Space): Promise<Map<string, string>> {
  const turnOf = new Map<string, string>();
  for (const [title, turns] of Map.groupBy(documents, ({ group }) => group)) {
    const { memory_id } = await session.call("remember", {
      conversation: turns.map((turn) => ({
        speaker: turn.speaker ?? "someone",
        text: wordsOf(turn),
        ...(turn.at !== undefined && { at: new Date(turn.at).toISOString() }),
      })),
      title,
      keep_secrets: true,
    });
    for (const turn of turns) turnOf.set(`${memory_id} ${wordsOf(turn)}`, turn.id);
  }
  return turnOf;
}
