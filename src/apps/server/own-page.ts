import type { IncomingMessage } from "node:http";
import { KernelError } from "../../kernel/serve.ts";

/**
 * Refuses a change that no page of ours asked for. A browser sends the cookie of this server along for every page of the
 * same machine, whatever its port, so who has the cookie is not yet who clicked.
 */
export function requireOwnPage({ headers }: IncomingMessage): void {
  const { origin, host, "sec-fetch-site": site } = headers;
  const isOwn = origin !== undefined && host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
  // Behind a proxy the name may have been rewritten; then the browser itself says whose page it was.
  if ((isOwn && (site === undefined || site === "same-origin")) || (origin !== undefined && site === "same-origin")) {
    return;
  }
  throw new KernelError("forbidden", "Only the pages of this server may ask for that; open its dashboard");
}
