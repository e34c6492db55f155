import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { UsageError } from "../../src/apps/usage-error.ts";
import type { Kind, RankDocument } from "../../src/kernel/search/rank/index.ts";

/** One text collection that is searched as a whole: a conversation, a chat, a document collection. */
export interface Space {
  readonly corpus: "locomo" | "beam" | "ir" | "guides";
  readonly name: string;
  readonly kind: Kind;
  readonly documents: readonly RankDocument[];
  readonly questions: readonly Question[];
}

export interface Question {
  readonly text: string;
  readonly category: string;
  /** Ids of the documents that answer it, each with its grade. */
  readonly evidence: ReadonlyMap<string, number>;
  /** The right answer is to decline. */
  readonly isUnanswerable: boolean;
}

const Locomo = z.object({
  conversation_id: z.string(),
  turns: z.array(
    z.object({
      dia_id: z.string(),
      session: z.union([z.string(), z.number()]),
      session_datetime: z.string().optional(),
      speaker: z.string(),
      text: z.string(),
      image_caption: z.string().nullish(),
    }),
  ),
  questions: z.array(z.object({ question: z.string(), category: z.number(), evidence: z.array(z.string()) })),
});

const Beam = z.object({
  chat_id: z.union([z.string(), z.number()]),
  turns: z.array(
    z.object({
      id: z.union([z.string(), z.number()]),
      role: z.string(),
      batch: z.union([z.string(), z.number()]),
      text: z.string(),
      time: z.string().nullish(),
    }),
  ),
  questions: z.array(
    z.object({
      question: z.string(),
      ability: z.string(),
      evidence: z.array(z.union([z.string(), z.number()])),
    }),
  ),
});

const Ir = z.object({
  name: z.string(),
  docs: z.array(z.object({ id: z.string(), title: z.string().nullish(), text: z.string() })),
  queries: z.array(z.object({ id: z.string(), text: z.string() })),
  qrels: z.record(z.string(), z.record(z.string(), z.number())),
});

/** LoCoMo's name for questions that the conversation does not answer. */
const ADVERSARIAL = 5;

/** Reads what there is of `locomo/`, `beam/` and `ir/` in a folder, which may also be one of the three itself. */
export function readCorpus(folder: string): Space[] {
  const spaces = (["locomo", "beam", "ir"] as const).flatMap((corpus) => {
    const inside = join(folder, corpus);
    const files = existsSync(inside) ? dataFiles(inside) : [];
    return files.flatMap((file) => readers[corpus](readFileSync(file, "utf8")));
  });
  if (spaces.length > 0) return spaces;
  const alone = existsSync(folder) ? dataFiles(folder).flatMap((file) => readAny(readFileSync(file, "utf8"))) : [];
  if (alone.length === 0)
    throw new UsageError(`${folder} holds no locomo/, beam/ or ir/ as the data's README has them`);
  return alone;
}

const readers = {
  locomo: (text: string) => jsonLines(text).map((line) => fromLocomo(Locomo.parse(line))),
  beam: (text: string) => jsonLines(text).map((line) => fromBeam(Beam.parse(line))),
  ir: (text: string) => [fromIr(Ir.parse(JSON.parse(text)))],
};

function readAny(text: string): Space[] {
  const first: unknown = JSON.parse(text.startsWith('{"name"') ? text : (text.split("\n")[0] ?? ""));
  if (Ir.safeParse(first).success) return readers.ir(text);
  return Locomo.safeParse(first).success ? readers.locomo(text) : readers.beam(text);
}

function dataFiles(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

function jsonLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

function fromLocomo({ conversation_id, turns, questions }: z.infer<typeof Locomo>): Space {
  return {
    corpus: "locomo",
    name: conversation_id,
    kind: "turn",
    documents: turns.map((turn, position) => ({
      id: turn.dia_id,
      text: turn.text,
      speaker: turn.speaker,
      group: String(turn.session),
      position,
      // Local time without a zone: any zone does, as long as it is the same everywhere.
      ...(turn.session_datetime && { at: Date.parse(`${turn.session_datetime}Z`) }),
      ...(turn.image_caption && { caption: turn.image_caption }),
    })),
    questions: questions.map(({ question, category, evidence }) => ({
      text: question,
      category: String(category),
      evidence: new Map(evidence.map((id) => [id, 1])),
      isUnanswerable: category === ADVERSARIAL,
    })),
  };
}

function fromBeam({ chat_id, turns, questions }: z.infer<typeof Beam>): Space {
  let at: number | undefined;
  return {
    corpus: "beam",
    name: String(chat_id),
    kind: "turn",
    documents: turns.map((turn, position) => {
      // Only the first turn of a batch says when; the others follow it.
      if (turn.time) at = Date.parse(turn.time);
      const { role, batch, text } = turn;
      return { id: String(turn.id), text, speaker: role, group: String(batch), position, ...(at && { at }) };
    }),
    questions: questions.map(({ question, ability, evidence }) => ({
      text: question,
      category: ability,
      evidence: new Map(evidence.map((id) => [String(id), 1])),
      isUnanswerable: ability === "abstention",
    })),
  };
}

function fromIr({ name, docs, queries, qrels }: z.infer<typeof Ir>): Space {
  return {
    corpus: "ir",
    name: name.toLowerCase(),
    kind: "passage",
    documents: docs.map(({ id, title, text }, position) => ({
      id,
      text: title ? `${title}\n${text}` : text,
      group: id,
      position,
    })),
    questions: queries.map(({ id, text }) => ({
      text,
      category: name,
      evidence: new Map(Object.entries(qrels[id] ?? {}).filter(([, grade]) => grade > 0)),
      isUnanswerable: false,
    })),
  };
}
