import type { Env, Scope } from "../../../kernel/index.ts";
import type { Library } from "../files/library.ts";
import type { Parsing } from "../files/parsing.ts";
import { createFileStore, type FileStore } from "../store/file-store.ts";
import type { OpenVectors } from "./vectors.ts";

/** What bringing the catalog and the index up to the files needs, in a call as well as in an import. */
export interface IndexWork extends Required<Parsing> {
  readonly tenant: string;
  readonly library: Library;
  readonly openVectors: OpenVectors;
  readonly env: Pick<Env, "now" | "monotonicMs">;
  readonly derive: Scope["derive"];
  progress(done: number, total: number, what: string): Promise<void> | void;
}

/** Asks the known files in a transaction of its own: reading files in between holds up no writer. */
export function onFiles<Value>(work: IndexWork, ask: (files: FileStore) => Promise<Value>): Promise<Value> {
  return work.derive(({ sql }) => ask(createFileStore(sql, work.tenant)));
}
