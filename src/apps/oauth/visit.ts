import type { IncomingMessage, ServerResponse } from "node:http";
import { KernelError } from "../../kernel/serve.ts";
import { pageHeaders } from "./pages/layout.ts";

/** One request and its answer. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** Whether it is a person's browser that asks. */
export function readsPages({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? "").includes("text/html");
}

export function sendPage({ response }: Visit, body: string, status = 200, sentOnTo: readonly string[] = []): void {
  response.writeHead(status, pageHeaders(sentOnTo)).end(body);
}

export function sendJson({ response }: Visit, value: unknown, status = 200): void {
  response
    .writeHead(status, {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(JSON.stringify(value));
}

/** Sends a browser on, with a GET. */
export function sendOn({ response }: Visit, location: string): void {
  response.writeHead(303, { location, "cache-control": "no-store", "referrer-policy": "no-referrer" }).end();
}

/** A name as it stands in a path. What is no text in percent signs is nobody's name. */
export function nameInPath(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new KernelError("not_found", "There is nothing at this path");
  }
}

export function requireMethod({ request, response }: Visit, ...methods: readonly string[]): void {
  if (methods.includes(request.method ?? "")) return;
  response.setHeader("allow", methods.join(", "));
  throw new KernelError("method_not_allowed", `Use ${methods.join(" or ")} here`);
}
