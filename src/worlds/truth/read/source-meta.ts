import { z } from "zod";
import { entryOf } from "../model/recorded.ts";
import type { Source } from "../model/source.ts";
import { isoTime } from "../model/time.ts";
import { sayingOf } from "../model/turns.ts";

/** What is told of a source beside its words. */
export const SourceMeta = z.object({
  id: z.string(),
  kind: z.string(),
  mime_type: z.string(),
  title: z.string().nullable(),
  said_at: z.string().nullable().describe("When it was said or written, where that is known"),
  created_at: z.string(),
  log_seq: z.int().describe("The entry of the log that brought it"),
});

export function sourceMeta({ id, kind, mime_type, original_filename, created_at, position, provenance }: Source) {
  const saying = kind === "file" ? sayingOf(provenance) : undefined;
  return {
    id,
    kind,
    mime_type,
    title: saying?.title ?? original_filename,
    said_at: saying?.said_at == null ? null : isoTime(saying.said_at),
    created_at: isoTime(created_at),
    log_seq: entryOf(position),
  };
}
