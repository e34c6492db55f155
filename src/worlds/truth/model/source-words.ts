import type { SearchDocument } from "../../../kernel/index.ts";
import { passagesOf, SPACES } from "./findable.ts";
import type { RecordedSource } from "./recorded.ts";
import { sayingOf } from "./turns.ts";

const DAY_CHARS = "2000-01-01".length;

/** What a source that is text is found by: its turns where it is a conversation, else its passages. */
export function wordsOfSource(
  { id, provenance }: Pick<RecordedSource, "id" | "provenance">,
  storedAt: number,
  seq: number,
  text: string,
): readonly SearchDocument[] {
  const saying = sayingOf(provenance);
  const saidAt = saying?.said_at ?? storedAt;
  if (saying?.turns == null) return passagesOf(id, saidAt, text).documents;
  const bytes = Buffer.from(text);
  const { turns, title } = saying;
  const alone = turns.length === 1;
  return turns.map((turn, n) => {
    const at = turn.at ?? saidAt;
    return {
      space: SPACES.turns,
      id: `${id}:${turn.start}:${turn.end}`,
      unit: "turn",
      text: bytes.subarray(turn.start, turn.end).toString("utf8"),
      // Turns that come one by one stand beside each other in the order they came.
      group: alone ? `alone:${title ?? dayOf(at)}` : id,
      position: alone ? seq : n,
      speaker: turn.speaker,
      at,
    };
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, DAY_CHARS);
}
