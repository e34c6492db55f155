import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import {
  Content,
  FINGERPRINT_CHARS_MAX,
  Importance,
  IncludeFingerprint,
  ModalityInput,
  OccurredAt,
  Scrubbed,
  SessionId,
  Tags,
} from "../../../model/inputs.ts";
import { MEMORY_STORED } from "../../../model/recorded.ts";
import { type Prepared, prepareMemory, storeAndAnswer } from "../../../write/remember.ts";

export const storeMemory = defineTool({
  name: "store_memory",
  title: "Store a memory",
  description: [
    "Keep a text in all 13 spaces and tie it to what it is near to. It can be found at once.",
    "Nothing is kept if any space fails (-32002) or the content is empty or too long (-32602).",
    "To be told what was new about it, use inject_context.",
  ].join("\n"),
  effect: "write",
  resultCharsMax: FINGERPRINT_CHARS_MAX,
  input: z.object({
    content: Content,
    importance: Importance,
    modality: ModalityInput,
    tags: Tags,
    session_id: SessionId,
    occurred_at: OccurredAt,
    include_fingerprint: IncludeFingerprint,
  }),
  output: z.object({
    fingerprintId: z.string(),
    embedderCount: z.int(),
    embeddingLatencyMs: z.number(),
    edgesCreated: z.int(),
    scrubbed: Scrubbed,
    fingerprint: z.record(z.string(), z.unknown()).optional(),
  }),
  prepare: (input, graph: Graph) => prepareMemory(graph, { ...input, rationale: null }),
  async run({ include_fingerprint }, graph: Graph, prepared: Prepared) {
    const { memory: _memory, ...answer } = await storeAndAnswer(graph, MEMORY_STORED, prepared, include_fingerprint);
    return answer;
  },
});
