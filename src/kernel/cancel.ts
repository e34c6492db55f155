import { KernelError } from "./errors.ts";

/** Stops work whose caller no longer wants it. Asked between two steps; what is not committed then leaves nothing. */
export function refuseCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new KernelError("cancelled", "The caller cancelled this call");
}
