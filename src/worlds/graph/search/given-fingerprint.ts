import { isJsonObject, type JsonObject, sha256 } from "../../../kernel/index.ts";
import { memoryNotFound, refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { scrub } from "../model/scrub.ts";
import { embedText } from "../model/spaces/embed.ts";
import type { Embedding, Fingerprint } from "../model/spaces/embedding.ts";
import { SPACES } from "../model/spaces/names.ts";
import { unpack } from "../model/spaces/pack.ts";
import { isUnusable, readFingerprint } from "../model/spaces/read-fingerprint.ts";
import { fingerprintOf } from "./candidates.ts";
import { modelTexts } from "./embed-content.ts";
import { requireContent } from "./require-content.ts";

/** Embeddings that a caller named in one of four ways; a space may be missing where that is allowed. */
export interface Given {
  readonly of: (space: number) => Embedding | undefined;
  /** The memory it is, where it was named by its id. */
  readonly memoryId: string | null;
}

/** Reads a fingerprint argument: a memory's id, `{content}`, `{semantic}`, or the 13 fields alone. */
export async function readGiven(graph: Graph, argument: unknown, field: string): Promise<Given> {
  if (typeof argument === "string") {
    const memory = await graph.memories.find(argument);
    if (memory === undefined) throw memoryNotFound(argument);
    return { of: fingerprintOf(memory, graph.scope.env.now()).of, memoryId: memory.id };
  }
  if (!isJsonObject(argument)) {
    throw refuse("INVALID_PARAMS", `${field} must be a memory's id or an object`, "not_a_fingerprint", { field });
  }
  if (typeof argument.content === "string") {
    requireContent(argument.content, `${field}.content`);
    return { of: (await fingerprintOfText(graph, argument.content)).of, memoryId: null };
  }
  const read = readFingerprint(argument);
  for (const [space, embedding] of read.entries()) {
    if (isUnusable(embedding) && embedding.problem !== "missing") throw unusable(field, space, embedding);
  }
  return {
    of(space) {
      const embedding = read[space];
      return embedding === undefined || isUnusable(embedding) ? undefined : embedding;
    },
    memoryId: null,
  };
}

/** A whole fingerprint of what was given; one that lacks a space is refused. */
export function requireWhole({ of }: Given, field: string): Fingerprint {
  const missing = SPACES.filter((_, space) => of(space) === undefined).map((space) => space.field);
  if (missing.length > 0) {
    throw refuse("INVALID_FINGERPRINT", "Fingerprint must contain all 13 embedders (ARCH-05)", "embedder_missing", {
      field,
      missing,
    });
  }
  return { of: (space) => of(space) as Embedding };
}

function unusable(field: string, space: number, { problem, expected }: { problem: string; expected: string }) {
  const details: JsonObject = { field, embedder: SPACES[space]?.field ?? "", embedder_index: space, expected };
  if (problem === "wrong_dimension") {
    return refuse("DIMENSION_MISMATCH", `An embedder of ${field} has not the dimension it must have`, problem, details);
  }
  return refuse("INVALID_FINGERPRINT", `An embedder of ${field} cannot be used`, problem, details);
}

/** What a text would be in all 13 spaces if it came now, by itself. */
export async function fingerprintOfText(graph: Graph, text: string): Promise<Fingerprint> {
  const packed = await packText(graph, text);
  const now = graph.scope.env.now();
  return unpack(packed, { createdAt: now, position: 0, now });
}

const ASKED_MAX = 256;

/** The same as it is kept. */
export async function packText(graph: Graph, text: string): Promise<Uint8Array> {
  const content = scrub(text).text;
  const key = sha256(content);
  const known = graph.asked.get(key);
  if (known !== undefined) return known;
  const { modelled } = await modelTexts(graph, [content]);
  const place = { tags: [], session: "", modality: "text", neighbours: [] };
  const packed = embedText(content, "text", place, modelled[0] as (typeof modelled)[number]);
  graph.asked.set(key, packed);
  const [oldest] = graph.asked.keys();
  if (graph.asked.size > ASKED_MAX && oldest !== undefined) graph.asked.delete(oldest);
  return packed;
}
