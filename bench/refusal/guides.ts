import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { UsageError } from "../../src/apps/usage-error.ts";
import { cutPassages } from "../../src/worlds/notebook/model/passages.ts";
import type { Space } from "../recall/corpus.ts";
import { ANSWERED, UNANSWERED } from "./questions.ts";

/** The guides, cut into passages as the notebook cuts them, with questions that they answer and that they do not. */
export function guidesSpace(corpus: string): Space {
  const folder = join(corpus, "notes");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
    .sort();
  if (files.length === 0) throw new UsageError(`${folder} holds no guides as the data's README has them`);
  const documents = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const name = relative(folder, file);
    const span = { start: 0, end: text.length, page: null, timestamp: null };
    const parsed = { parts: [{ name, text, spans: [span] }], markdown: true } as unknown as Parameters<
      typeof cutPassages
    >[2];
    return cutPassages("guides", name, parsed).map(({ referenceId, text: body, ordinal }) => ({
      id: referenceId,
      text: body,
      group: name,
      position: ordinal,
    }));
  });
  const asked = (text: string, isUnanswerable: boolean) => ({
    text,
    category: "guides",
    evidence: new Map<string, number>(),
    isUnanswerable,
  });
  return {
    corpus: "guides",
    name: "guides",
    kind: "passage",
    documents,
    questions: [...ANSWERED.map((text) => asked(text, false)), ...UNANSWERED.map((text) => asked(text, true))],
  };
}
