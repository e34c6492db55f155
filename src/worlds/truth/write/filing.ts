import type { FileAccess } from "../files/file-access.ts";
import type { Truth } from "../truth.ts";

/** What tools that read files work with. */
export interface FilingTruth extends Truth {
  readonly files: FileAccess;
}
