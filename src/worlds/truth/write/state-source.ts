import { canonicalJson, type JsonObject, sha256 } from "../../../kernel/index.ts";
import { sourceId } from "../model/ids.ts";
import type { RecordedSource } from "../model/recorded.ts";
import type { Source } from "../model/source.ts";

/** The source of what a call states by itself: its own JSON, so that every field leads to where it was said. */
export function statedSource(tenant: string, kind: Source["kind"], said: JsonObject): RecordedSource {
  const content = canonicalJson(said);
  const contentHash = sha256(content);
  return {
    id: sourceId(tenant, contentHash),
    content_hash: contentHash,
    kind,
    mime_type: "application/json",
    original_filename: null,
    file_size: Buffer.byteLength(content),
    provenance: said,
  };
}
