import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { type Kernel, KernelError } from "../../kernel/serve.ts";

/** What a stored file may do in a browser: be saved, and nothing else. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "private, no-store",
  // A file is checked as it is sent, from its first byte to its last: a part of one could not be.
  "accept-ranges": "none",
};

/** Sends the file behind a signed link to whoever holds the link. */
export async function sendLinkedFile(
  kernel: Kernel,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw new KernelError("method_not_allowed", "A file can only be fetched");
  }
  const file = await kernel.links.check(url.pathname.slice("/files/".length), url.searchParams);
  const blobs = kernel.parts.files.blobs(file.tenant);
  if (!(await blobs.has(file.sha256))) throw new KernelError("not_found", "This file is no longer here");
  response.writeHead(200, {
    ...HEADERS,
    "content-type": file.mimeType,
    "content-disposition": `attachment; filename*=UTF-8''${encoded(file.name ?? file.sha256)}`,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  // A damaged file breaks the connection off at its end: the client must not take it for whole.
  await pipeline(await blobs.open(file.sha256), response);
}

/** A file name as a header may carry it. */
function encoded(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
