import { z } from "zod";
import { CORRECTION_PRIORITY, STORE_PRIORITY, STORE_PRIORITY_MAX } from "../model/observation.ts";

const TEXT_CHARS_MAX = 500;
const REFERENCES_MAX = 100;

/** How a caller came by what it stores. */
export const Provenance = z
  .strictObject({
    source_refs: z.array(z.string().max(TEXT_CHARS_MAX)).max(REFERENCES_MAX).optional(),
    extracted_at: z.iso
      .datetime({ offset: true })
      .refine((text) => Number.isFinite(Date.parse(text)), "must be an existing time in ISO 8601")
      .describe("When it was observed; decides which of two statements is newer"),
    extractor_version: z.string().min(1).max(TEXT_CHARS_MAX),
    agent_id: z.string().max(TEXT_CHARS_MAX).optional(),
  })
  .describe("Where and when the caller learnt it");

export const SourcePriority = z
  .int()
  .min(0)
  .optional()
  .describe(
    `0 to ${STORE_PRIORITY_MAX}, default ${STORE_PRIORITY}; more is believed sooner. Only correct outranks all`,
  );

/** A store never weighs as much as a correction. */
export function capPriority(asked: number): { priority: number; capped: boolean } {
  return asked < CORRECTION_PRIORITY
    ? { priority: asked, capped: false }
    : { priority: STORE_PRIORITY_MAX, capped: true };
}
