import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "../../src/kernel/search/embed/index.ts";
import { embeddedText, type Vectors, withoutNames } from "../../src/kernel/search/rank/index.ts";
import type { Space } from "./corpus.ts";

const BATCH = 64;
/** What this process has made or read: spaces may share texts. */
const known = new Map<string, Float32Array>();

/** Makes the vectors of a space and of questions to it; keeps them in the temporary folder, by text and model. */
export async function vectorsOf(
  space: Space,
  questions: readonly string[],
  embedder: Embedder,
  progress: (line: string) => void,
): Promise<(question: string) => Vectors> {
  const speakers = speakersOf(space);
  const texts = documentTexts(space);
  const report = (done: number, all: number) => progress(`${space.name}: ${done} of ${all} texts embedded`);
  const documents = await embedAll([...texts.values()], embedder, report);
  const asked = await embedAll(
    questions.map((question) => withoutNames(question, speakers)),
    embedder,
    report,
  );
  return (question) => ({
    query: asked.get(withoutNames(question, speakers)) ?? new Float32Array(embedder.dimensions),
    of: (id) => documents.get(texts.get(id) ?? ""),
  });
}

/** The vector of each text that the index keeps of a space. */
export async function vectorsByText(
  space: Space,
  embedder: Embedder,
  progress: (line: string) => void,
): Promise<Map<string, Float32Array>> {
  const report = (done: number, all: number) => progress(`${space.name}: ${done} of ${all} texts embedded`);
  return embedAll([...documentTexts(space).values()], embedder, report);
}

function speakersOf(space: Space): Set<string> {
  return new Set(space.documents.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])));
}

function documentTexts({ documents }: Space): Map<string, string> {
  return new Map(
    documents.map((document, index) => {
      const before = documents[index - 1];
      return [document.id, embeddedText(document, before?.group === document.group ? before : undefined)];
    }),
  );
}

async function embedAll(
  texts: readonly string[],
  embedder: Embedder,
  progress: (done: number, all: number) => void,
): Promise<Map<string, Float32Array>> {
  const distinct = [...new Set(texts)];
  const file = cacheFile(embedder, distinct);
  const flat = readCache(file) ?? (await embedFresh(distinct, embedder, progress));
  writeFileSync(file, new Uint8Array(flat.buffer, flat.byteOffset, flat.byteLength));
  const { dimensions } = embedder;
  for (const [index, text] of distinct.entries())
    known.set(text, flat.subarray(index * dimensions, (index + 1) * dimensions));
  return new Map(distinct.map((text) => [text, known.get(text) ?? new Float32Array(dimensions)]));
}

async function embedFresh(
  texts: readonly string[],
  embedder: Embedder,
  progress: (done: number, all: number) => void,
): Promise<Float32Array> {
  const flat = new Float32Array(texts.length * embedder.dimensions);
  const fresh = texts.filter((text) => !known.has(text));
  for (let from = 0; from < fresh.length; from += BATCH) {
    const some = fresh.slice(from, from + BATCH);
    for (const [index, vector] of (await embedder.embed(some)).entries()) known.set(some[index] ?? "", vector);
    if (from % (8 * BATCH) === 0) progress(Math.min(from + BATCH, fresh.length), fresh.length);
  }
  for (const [index, text] of texts.entries()) flat.set(known.get(text) ?? [], index * embedder.dimensions);
  return flat;
}

function cacheFile({ model }: Embedder, texts: readonly string[]): string {
  const hash = createHash("sha256").update(model);
  for (const text of texts) hash.update(`\0${text}`);
  const folder = join(tmpdir(), "bailiwick-recall-vectors");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${hash.digest("hex").slice(0, 32)}.f32`);
}

function readCache(file: string): Float32Array | undefined {
  try {
    const bytes = readFileSync(file);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
