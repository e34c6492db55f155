import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested, Timestamp } from "../../../model/inputs.ts";
import { asOf } from "../../../model/time.ts";
import { findEvidence } from "../../../read/evidence.ts";
import { SourceMeta } from "../../../read/source-meta.ts";
import type { Truth } from "../../../truth.ts";

const Fact = {
  entity_id: z.string(),
  entity_type: z.string(),
  canonical_name: z.string(),
  observation_id: z.string(),
  field: z.string(),
  value: z.unknown(),
};

export const searchEvidence = defineTool({
  name: "search_evidence",
  title: "Find evidence",
  description: [
    "What may answer a question, in words: turns and passages as they were said, and facts with the words they come from.",
    "evidence says how likely any of it answers, from 0 to 1. A fact within a passage that no longer stands was overruled.",
    "For entities and files as such use search.",
  ].join("\n"),
  effect: "read",
  isInner: true,
  // Whoever asks shows a part of it: how much fits is theirs to say, and long turns must not keep them from it.
  resultCharsMax: Number.MAX_SAFE_INTEGER,
  input: z.object({
    query: z.string().trim().min(1).max(4000),
    limit: z.int().min(1).max(50).default(10),
    from: Timestamp.optional().describe("Only what was said from then on"),
    until: Timestamp.optional().describe("Only what was said until then"),
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    words: z.array(
      z.object({
        kind: z.enum(["turn", "passage"]),
        score: z.number(),
        text: z.string(),
        start: z.int(),
        end: z.int(),
        source_id: z.string(),
        source: SourceMeta.optional(),
        speaker: z.string().optional(),
        at: z.string().optional(),
        facts: z.array(z.object({ ...Fact, stands: z.boolean() })),
        is_overruled: z.boolean().describe("Says of a field that was asked for what no longer stands"),
      }),
    ),
    facts: z.array(
      z.object({
        ...Fact,
        score: z.number(),
        is_asked: z.boolean(),
        observed_at: z.string(),
        source: SourceMeta,
        quote: z.object({ text: z.string(), start: z.int(), end: z.int() }),
      }),
    ),
    evidence: z.number(),
    note: z.string().nullable(),
  }),
  run({ query, limit, from, until, ...times }, truth: Truth) {
    return findEvidence(truth, {
      text: query,
      limit,
      asOf: asOf(times),
      from: from === undefined ? undefined : Date.parse(from),
      until: until === undefined ? undefined : Date.parse(until),
    });
  },
});
