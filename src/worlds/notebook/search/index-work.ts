import { type Env, KernelError, type Scope } from "../../../kernel/index.ts";
import type { Library } from "../files/library.ts";
import type { OpenVectors } from "./vectors.ts";

/** What keeping the catalog and the index in step with the files needs, in a call as well as in an import. */
export interface Upkeep {
  readonly tenant: string;
  readonly library: Library;
  readonly openVectors: OpenVectors;
  readonly env: Pick<Env, "now" | "monotonicMs">;
  readonly derive: Scope["derive"];
  readonly signal: AbortSignal;
  progress(done: number, total: number, what: string): Promise<void> | void;
}

/** Stops between two steps. Each step is durable, so the next look goes on where this one stopped. */
export function stopIfCancelled({ signal }: Upkeep): void {
  if (signal.aborted) throw new KernelError("cancelled", "The caller cancelled this call");
}
