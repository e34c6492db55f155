import { z } from "zod";
import { KernelError } from "../../../kernel/index.ts";

// The arguments and answers that several tools share.

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Whether the month has that day: parsing alone goes on into the next one. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  const parsed = Date.parse(day);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}

export const Time = z
  .string()
  .refine(
    (text) => TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text),
    "must be an existing date or a time with its offset in ISO 8601: 2024-05-01 or 2024-05-01T10:00:00Z",
  );

export const ProofId = z.string().min(1).max(2000).describe("As recall, open or brief answered it");

export const Source = z.object({
  id: z.string(),
  title: z.string().nullable(),
  when: z.string().nullable(),
  author: z.string().nullable(),
});

export const Fact = z.object({
  entity_id: z.string(),
  entity_type: z.string(),
  name: z.string(),
  field: z.string(),
  value: z.unknown(),
});

/** A refusal of one argument. */
export function wrong(path: string, message: string): KernelError {
  const said = path === "" ? message : `${path}: ${message}`;
  return new KernelError("invalid_arguments", `The arguments do not fit the tool: ${said}`, {
    problems: [{ path, message }],
  });
}

/** Changes that undo what others said are made with a reason, which the log keeps. */
export function requireReason(reasoning: string | null): string {
  if (reasoning === null) throw wrong("reasoning", "is needed: say why; it is kept in the log");
  return reasoning;
}

export const EntityId = z
  .string()
  .regex(/^ent_[0-9a-f]{24}$/, "must look like ent_ and 24 hex digits")
  .describe("As remember or recall answered it");

export const MemoryId = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be a UUID")
  .describe("As remember answered it");
