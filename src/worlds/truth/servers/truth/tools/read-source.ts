import { z } from "zod";
import { defineTool, sha256 } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { sourceBytes } from "../../../files/source-content.ts";
import { SourceId } from "../../../model/inputs.ts";
import { entryOf } from "../../../model/recorded.ts";
import type { Source } from "../../../model/source.ts";
import { isoTime } from "../../../model/time.ts";
import { sayingOf } from "../../../model/turns.ts";
import { SourceMeta, sourceMeta } from "../../../read/source-meta.ts";
import { statementsOf } from "../../../read/source-statements.ts";
import type { Truth } from "../../../truth.ts";

const STATEMENTS_MAX = 50;
const QUOTE_BYTES_MAX = 8000;
const CONTEXT_CHARS_MAX = 5000;

export const readSource = defineTool({
  name: "read_source",
  title: "Read words of a source",
  description: [
    "Shows bytes of a stored source with their surroundings, checked against its hash now; with statements, also what was read from it and what that changed.",
    "withdrawn: true means that it was taken back, and none of its words are shown. SOURCE_NOT_FOUND: there is no such source.",
  ].join("\n"),
  effect: "read",
  isInner: true,
  input: z.object({
    source_id: SourceId,
    start: z.int().min(0).optional().describe("First byte of the quote"),
    end: z.int().min(0).optional().describe("The byte after its last"),
    context_chars: z.int().min(0).max(CONTEXT_CHARS_MAX).default(500).describe("How much around it, at most"),
    statements: z.boolean().default(false).describe("Also what was read from it"),
  }),
  output: z.object({
    source: SourceMeta,
    withdrawn: z.literal(true).optional(),
    withdrawn_by_seq: z.int().optional().describe("The entry of the log that took it back"),
    quote: z.string().optional(),
    before: z.string().optional(),
    after: z.string().optional(),
    speaker: z.string().optional(),
    said_at: z.string().optional(),
    verified: z.boolean().optional().describe("Whether its bytes are what their hash says"),
    statements: z
      .array(
        z.object({
          entity_id: z.string(),
          entity_type: z.string(),
          canonical_name: z.string(),
          observation_id: z.string(),
          is_new: z.boolean(),
          fields: z.array(
            z.object({
              field: z.string(),
              value: z.unknown(),
              quote: z.string().nullable(),
              place: z.array(z.int()).nullable().describe("First byte of the quote, and the byte after its last"),
              without: z.unknown().optional(),
              stands: z.boolean(),
            }),
          ),
        }),
      )
      .optional(),
  }),
  async run({ source_id, start, end, context_chars, statements }, truth: Truth) {
    const source = await truth.sources.find(source_id);
    if (source === undefined) return withdrawn(truth, source_id);
    const place = start === undefined || end === undefined ? undefined : { start, end };
    return {
      source: sourceMeta(source),
      ...(place !== undefined && (await wordsAt(truth, source, place, context_chars))),
      ...(statements && { statements: await statementsOf(truth, source, STATEMENTS_MAX) }),
    };
  },
});

/** Of a source that was taken back nothing is told but that it was there. */
async function withdrawn(truth: Truth, source_id: string) {
  const found = await truth.withdrawn.find(source_id);
  if (found?.content === undefined) {
    throw refuse("SOURCE_NOT_FOUND", "There is no source with this id.", { source_id });
  }
  const source = { ...sourceMeta(found.content.source), title: null };
  return { source, withdrawn: true as const, withdrawn_by_seq: entryOf(found.position) };
}

async function wordsAt(
  truth: Truth,
  source: Source,
  { start, end }: { start: number; end: number },
  contextChars: number,
) {
  const content = source.erased === true ? undefined : await sourceBytes(keeping(truth), source);
  if (content === undefined) return { verified: false };
  if (end < start || end > content.length || end - start > QUOTE_BYTES_MAX) {
    throw refuse("SOURCE_NOT_FOUND", "The source has no such bytes.", { source_id: source.id });
  }
  const turn = sayingOf(source.provenance)?.turns?.find((one) => one.start <= start && end <= one.end);
  return {
    quote: content.subarray(start, end).toString("utf8"),
    before: lastChars(content.subarray(Math.max(0, start - 4 * contextChars), start).toString("utf8"), contextChars),
    after: firstChars(content.subarray(end, end + 4 * contextChars).toString("utf8"), contextChars),
    verified: sha256(content) === source.content_hash,
    ...(turn !== undefined && { speaker: turn.speaker }),
    ...(turn?.at != null && { said_at: isoTime(turn.at) }),
  };
}

function keeping({ scope, observations }: Truth) {
  return { blobs: scope.blobs, observations };
}

/** A character that was cut at the edge is left out. */
function lastChars(text: string, chars: number): string {
  return chars === 0 ? "" : text.slice(-chars).replace(/^[\ufffd\udc00-\udfff]+/, "");
}

function firstChars(text: string, chars: number): string {
  return text.slice(0, chars).replace(/[\ufffd\ud800-\udbff]+$/, "");
}
