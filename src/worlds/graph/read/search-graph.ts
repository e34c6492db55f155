import { cutList } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { scrub } from "../model/scrub.ts";
import type { Modality } from "../model/spaces/modality.ts";
import { SPACES } from "../model/spaces/names.ts";
import { fingerprintOfText } from "../search/given-fingerprint.ts";
import { isBlank } from "../search/require-content.ts";
import { type Found, retrieve } from "../search/retrieve.ts";

export interface SearchRequest {
  readonly query: string;
  readonly topK: number;
  readonly offset: number;
  readonly minSimilarity: number;
  readonly modality?: Modality | undefined;
  readonly session_id?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly includeContent: boolean;
  readonly explain: boolean;
}

export async function searchGraphFor(graph: Graph, request: SearchRequest) {
  const { query, topK, offset, minSimilarity, modality, includeContent, explain } = request;
  if (isBlank(query)) throw refuse("INVALID_PARAMS", "query must hold some text", "query_empty");
  const fingerprint = await fingerprintOfText(graph, query);
  // Sessions and tags are kept without their secrets, and are found under what they are called then.
  const session = request.session_id === undefined ? undefined : scrub(request.session_id).text;
  const tags = request.tags?.map((tag) => scrub(tag).text);
  const found = await retrieve(graph, { text: query, fingerprint, limit: topK, modality, session, tags });
  const results = found
    .filter(({ similarity }) => similarity >= minSimilarity)
    .map((one) => ({
      fingerprintId: one.memory.id,
      similarity: one.similarity,
      purposeAlignment: one.theta,
      dominantEmbedder: SPACES[one.dominant]?.label ?? "",
      thetaToNorthStar: one.theta,
      ...(includeContent && { content: one.memory.content }),
      ...(explain && { explanation: explained(one) }),
    }));
  const { items, cut } = cutList(results.slice(offset), offset, RESULT_CHARS, (item, charsMax) => ({
    ...item,
    content: (item.content ?? "").slice(0, charsMax / 3),
    contentTruncated: true,
  }));
  return { results: items, count: items.length, ...cut };
}

const RESULT_CHARS = 45_000;

/** Why it stands where it stands: each stage, and each space by its name. */
function explained({ stages, spaces, alignments }: Found) {
  return {
    stages: { ...stages },
    spaces: Object.fromEntries(SPACES.map(({ label }, space) => [label, spaces[space] ?? null])),
    alignments: [...alignments],
  };
}
