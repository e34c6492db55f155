import type { JsonObject } from "../../../kernel/index.ts";
import { userIdOf } from "./ids.ts";

/** Where something was learnt: a file, or the JSON of the call that stated it. */
export interface Source {
  readonly id: string;
  readonly content_hash: string;
  readonly kind: "file" | "structured" | "correction" | "relationship" | "lifecycle";
  readonly mime_type: string;
  readonly original_filename: string | null;
  readonly file_size: number;
  /** `{user_id}/{content_hash}`: what retrieve_file_url takes. */
  readonly storage_path: string;
  readonly provenance: JsonObject | null;
  readonly created_at: number;
  readonly position: number;
  /** Its content was erased; what others learnt from it stays. */
  readonly erased?: true;
}

/** What `retrieve_file_url` takes. */
export function storagePath(tenant: string, contentHash: string): string {
  return `${userIdOf(tenant)}/${contentHash}`;
}
