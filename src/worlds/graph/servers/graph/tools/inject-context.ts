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
import { CONTEXT_INJECTED } from "../../../model/recorded.ts";
import { readPulse } from "../../../read/pulse.ts";
import { type Prepared, prepareMemory, storeAndAnswer } from "../../../write/remember.ts";

export const injectContext = defineTool({
  name: "inject_context",
  title: "Inject context",
  description: [
    "Keep a text with the reason it matters, and be told what was new about it (surprise), how the graph is after it (entropy, coherence) and what was learnt.",
    "Nothing is kept if any space fails (-32002), or content or rationale do not fit (-32602).",
    "To keep a text without a reason, use store_memory.",
  ].join("\n"),
  effect: "write",
  resultCharsMax: FINGERPRINT_CHARS_MAX,
  input: z.object({
    content: Content,
    rationale: z.string().min(10).max(500).describe("Why this matters, 10 to 500 characters"),
    modality: ModalityInput,
    importance: Importance,
    tags: Tags,
    session_id: SessionId,
    occurred_at: OccurredAt,
    include_fingerprint: IncludeFingerprint,
  }),
  output: z.object({
    fingerprintId: z.string(),
    rationale: z.string(),
    embedderCount: z.int(),
    embeddingLatencyMs: z.number(),
    edgesCreated: z.int(),
    scrubbed: Scrubbed,
    utl: z.object({
      learningScore: z.number(),
      entropy: z.number(),
      coherence: z.number(),
      surprise: z.number(),
      deltaC: z.number(),
      shouldStore: z.boolean(),
      shouldConsolidate: z.boolean(),
    }),
    fingerprint: z.record(z.string(), z.unknown()).optional(),
  }),
  prepare: (input, graph: Graph) => prepareMemory(graph, input),
  async run({ include_fingerprint }, graph: Graph, prepared: Prepared) {
    const { memory, ...answer } = await storeAndAnswer(graph, CONTEXT_INJECTED, prepared, include_fingerprint);
    const { learning_score, delta_s, delta_c } = memory.learnt;
    const { entropy, coherence } = await readPulse(graph);
    return {
      ...answer,
      rationale: memory.rationale ?? "",
      utl: {
        learningScore: learning_score,
        entropy,
        coherence,
        surprise: delta_s,
        deltaC: delta_c,
        shouldStore: learning_score > STORE_ABOVE,
        shouldConsolidate: learning_score > CONSOLIDATE_ABOVE,
      },
    };
  },
});

/** From which score on a memory is worth keeping, and worth merging with its like. */
const STORE_ABOVE = 0.3;
const CONSOLIDATE_ABOVE = 0.6;
