import { z } from "zod";
import { MODALITIES } from "./spaces/modality.ts";

// What several tools take, said once.

export const Content = z
  .string()
  .describe("The text, 1 to 65536 characters. Secrets in it are taken out before anything is kept");
export const Importance = z.number().min(0).max(1).default(0.5).describe("How much it matters, 0 to 1");
export const ModalityInput = z.enum(MODALITIES).default("text").describe("What kind of thing the content is");
export const Tags = z.array(z.string().min(1).max(100)).max(50).default([]).describe("Words to group memories by");
export const SessionId = z
  .string()
  .min(1)
  .max(200)
  .default("default")
  .describe("The conversation or run it belongs to; memories of one session are ordered and tied in time");
export const OccurredAt = z.iso
  .datetime({ offset: true })
  .optional()
  .describe("When it was said or happened; now, unless said");
/** A fingerprint that was asked for comes whole: seven thousand numbers and up to 64 tokens. */
export const FINGERPRINT_CHARS_MAX = 400_000;
export const IncludeFingerprint = z.boolean().default(false).describe("Also answer with the vectors of all 13 spaces");

/** What was taken out before anything was kept, by kind. */
export const Scrubbed = z.record(z.string(), z.int()).describe("Secrets that were taken out, by kind");
