import { KernelError } from "./errors.ts";

/** What work ends with whose caller no longer wants it. */
export function cancelled(): KernelError {
  return new KernelError("cancelled", "The caller cancelled this call");
}

/** Stops work whose caller no longer wants it. Asked between two steps; what is not committed then leaves nothing. */
export function refuseCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}
