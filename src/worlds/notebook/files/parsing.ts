import type { Parse } from "../../../kernel/index.ts";

/** How a file is parsed that may be made to hang whoever does: elsewhere, and only while somebody waits for it. */
export interface Parsing {
  readonly parse: Parse;
  /** Aborts when nobody does any more. */
  readonly signal?: AbortSignal;
}
