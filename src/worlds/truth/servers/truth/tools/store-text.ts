import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { declaredType } from "../../../files/mime-type.ts";
import { IdempotencyKey, Timestamp } from "../../../model/inputs.ts";
import { toProvenance, transcriptOf } from "../../../model/turns.ts";
import type { Truth } from "../../../truth.ts";
import { type FileToStore, readFileOnce, storeFile } from "../../../write/store-file.ts";
import { wrong } from "../../../write/store-request.ts";
import { StoredAnswer } from "../../../write/stored-answer.ts";

const TEXT_CHARS_MAX = 2_000_000;
const TURNS_MAX = 5000;
const NAME_CHARS_MAX = 200;

const Turn = z.object({
  speaker: z.string().trim().min(1).max(NAME_CHARS_MAX),
  text: z.string().min(1).max(TEXT_CHARS_MAX),
  at: Timestamp.optional().describe("When it was said"),
});

export const storeText = defineTool({
  name: "store_text",
  title: "Store what was said",
  description: [
    "Keep words as they are, found by passage, or a conversation, found by turn. What rules can read from them becomes facts with quotes.",
    "Give text or turns. The same words again are answered with deduplicated: true.",
    "VALIDATION_ERROR stores nothing and names what is wrong. For a file use store_unstructured, for facts store_structured.",
  ].join("\n"),
  effect: "write",
  isInner: true,
  permission: "CREATE",
  idempotent: true,
  input: z.object({
    idempotency_key: IdempotencyKey,
    text: z.string().min(1).max(TEXT_CHARS_MAX).optional(),
    turns: z.array(Turn).min(1).max(TURNS_MAX).optional().describe("In the order they were said"),
    title: z.string().trim().min(1).max(NAME_CHARS_MAX).optional(),
    said_at: Timestamp.optional().describe("When it was said or written, of turns that do not tell themselves"),
  }),
  output: StoredAnswer,
  async prepare({ idempotency_key, text, turns, title, said_at }, truth: Truth): Promise<FileToStore> {
    if ((text === undefined) === (turns === undefined)) throw wrong("", "give exactly one of text and turns");
    const transcript =
      turns &&
      transcriptOf(turns.map((turn) => ({ ...turn, at: turn.at === undefined ? undefined : Date.parse(turn.at) })));
    const saidAt = said_at === undefined ? null : Date.parse(said_at);
    const content = Buffer.from(transcript?.text ?? text ?? "");
    const asked = {
      idempotency_key,
      content,
      type: declaredType("text/plain; charset=utf-8", content),
      original_filename: title ?? null,
      interpret: true,
      isSaid: true,
      interpretation_config: undefined,
      provenance: toProvenance({ title: title ?? null, said_at: saidAt, turns: transcript?.places ?? null }),
      declared_at: saidAt ?? transcript?.places.find(({ at }) => at !== null)?.at ?? null,
    };
    // Only rules read what was said; no model is asked.
    const interpretation = await readFileOnce(truth, asked, { isOffered: false, answer: undefined });
    return { ...asked, interpretation };
  },
  run: (_input, truth: Truth, file) => storeFile(truth, file),
});
