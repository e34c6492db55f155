import { z } from "zod";
import { readDate } from "./schema/read-date.ts";

// The arguments that several tools share.

export const EntityId = z
  .string()
  .regex(/^ent_[0-9a-f]{24}$/, "must look like ent_ and 24 hex digits")
  .describe("Entity id, as returned by store or retrieve_entities");

export const SourceId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, "must be a UUID")
  .describe("Source id, as returned by store");

export const EntityType = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, "must be lower-case words with _, such as invoice or feature_unit")
  .describe(
    "Entity type, such as contact, person, company, task, invoice, transaction, receipt, note, contract, event",
  );

/** Names that would mean something to JavaScript or to this world instead of being data. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype", "_deleted"]);

export const FieldName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !RESERVED_NAMES.has(name) && name !== "entity_type", "is not a field of an entity");

export const UserId = z
  .string()
  .max(200)
  .optional()
  .describe("Left out: the authenticated user. Any other id is refused");

export const IdempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .describe("Yours to choose. The same key and payload answers the same again; another payload is refused");

export const Limit = z.int().min(1).max(1000).optional().describe("At most this many (default 100)");
export const Offset = z.int().min(0).optional().describe("Skip this many (default 0)");

// One text with one message: of a choice of two formats a caller would not learn which was missed, nor why.
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

export const Timestamp = z
  .string()
  .refine(
    (text) => TIMESTAMP.test(text) && readDate(text) !== undefined,
    "must be an existing date or time in ISO 8601, a time with its offset: 2024-05-01 or 2024-05-01T10:00:00Z",
  );

export const At = Timestamp.optional().describe(
  "What was true then: only what had been observed by this time (ISO 8601)",
);
export const AtIngested = Timestamp.optional().describe(
  "What was known then: only what had been accepted by this time (ISO 8601)",
);
