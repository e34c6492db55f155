// Writes src/kernel/search/rank/thesaurus.txt: which common English words are close in meaning, as the bundled
// model has it. The words are those of the model's own vocabulary, which lists the common ones first.
//   node bench/recall/make-thesaurus.ts TOKENIZER.json
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { terms } from "../../src/kernel/search/rank/index.ts";
import { DIGITS } from "../../src/kernel/search/rank/thesaurus.ts";
import { openModel } from "./open-model.ts";

const FILE = new URL("../../src/kernel/search/rank/thesaurus.txt", import.meta.url);
const WORDS = 12_000;
const NEAREST_WORDS = 24;
const NEAREST_STEMS = 12;
const COSINE_MIN = 0.45;

const Tokenizer = z.object({ model: z.object({ vocab: z.record(z.string(), z.number()) }) });
const path = process.argv[2];
if (path === undefined) throw new Error("usage: node bench/recall/make-thesaurus.ts TOKENIZER.json");

const { vocab } = Tokenizer.parse(JSON.parse(readFileSync(path, "utf8"))).model;
const words = Object.keys(vocab)
  .filter((word) => /^[a-z]{3,}$/.test(word) && terms(word).length === 1)
  .sort((a, b) => (vocab[a] ?? 0) - (vocab[b] ?? 0))
  .slice(0, WORDS);
const model = await openModel();
if ("absent" in model) throw new Error(model.absent);
const vectors = await model.embed(words);
await model.close();

const closeness = new Map<string, Map<string, number>>();
for (const [index, word] of words.entries()) {
  for (const [other, cosine] of nearest(index)) note(stemOf(word), stemOf(words[other] ?? ""), cosine);
}
for (const [stem, near] of closeness) closeness.set(stem, best(near));
for (const [stem, near] of [...closeness]) for (const [other, cosine] of near) note(other, stem, cosine);
writeFileSync(FILE, source([...new Set(words.map(stemOf))].filter((stem) => (closeness.get(stem)?.size ?? 0) > 0)));

function nearest(index: number): [other: number, cosine: number][] {
  const own = vectors[index] ?? new Float32Array();
  const found: [number, number][] = [];
  for (const [other, vector] of vectors.entries()) {
    if (other === index) continue;
    let cosine = 0;
    for (let at = 0; at < own.length; at++) cosine += (own[at] ?? 0) * (vector[at] ?? 0);
    if (cosine >= COSINE_MIN) found.push([other, cosine]);
  }
  return found.sort(([, a], [, b]) => b - a).slice(0, NEAREST_WORDS);
}

function note(stem: string, other: string, cosine: number): void {
  if (stem === other) return;
  const near = closeness.get(stem) ?? new Map<string, number>();
  closeness.set(stem, near.set(other, Math.max(near.get(other) ?? 0, cosine)));
}

function best(near: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(
    [...near].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1)).slice(0, NEAREST_STEMS),
  );
}

function stemOf(word: string): string {
  return terms(word)[0] ?? word;
}

/** A line a stem, the most common first, with those further down that are related to it. */
function source(stems: readonly string[]): string {
  const numbers = new Map(stems.map((stem, index) => [stem, index]));
  const lines = stems.map((stem, index) => {
    const entries = [...(closeness.get(stem) ?? [])]
      .map(([other, cosine]) => ({ number: numbers.get(other) ?? -1, cosine }))
      .filter(({ number }) => number > index)
      .sort((a, b) => a.number - b.number)
      .map(({ number, cosine }) => code(number, cosine));
    return [stem, ...(entries.length > 0 ? [entries.join("")] : [])].join(" ");
  });
  return `${lines.join("\n")}\n`;
}

/** Two digits for which stem, one for how closely. */
function code(number: number, cosine: number): string {
  const tenth = Math.min(9, Math.floor(((cosine - COSINE_MIN) / (1 - COSINE_MIN)) * 10));
  return `${DIGITS[Math.floor(number / DIGITS.length)]}${DIGITS[number % DIGITS.length]}${tenth}`;
}
