import type { IncomingMessage, ServerResponse } from "node:http";

/** The request as the SDK reads it. Its body travels beside it, parsed already, so that it is never read twice. */
export function toWebRequest(request: IncomingMessage, signal?: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? "", request.rawHeaders[at + 1] ?? "");
  }
  // Only the path was ever looked at. The rest is the client's own word, and a name with a password is no address at all.
  const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
  const asked = new Request(`http://localhost${pathname}${search}`, { method: request.method ?? "GET", headers });
  // Handed over when it is made, all that listens to it would outlive every small collection: a request that is told of an
  // end by another signal remembers that one weakly, and what is weak falls to the great collections alone.
  if (signal !== undefined) Object.defineProperty(asked, "signal", { value: signal });
  return asked;
}

/** Sends the SDK's answer: at once where it is whole, piece by piece where it is a stream. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  answer.headers.forEach((value, name) => {
    response.setHeader(name, value);
  });
  if (answer.body === null) {
    response.end();
    return;
  }
  if (!answer.headers.get("content-type")?.includes("text/event-stream")) {
    response.end(Buffer.from(await answer.arrayBuffer()));
    return;
  }
  await sendStream(answer.body.getReader(), response);
}

async function sendStream(reader: ReadableStreamDefaultReader<Uint8Array>, response: ServerResponse): Promise<void> {
  // The client must learn that its stream is open before the first event.
  response.flushHeaders();
  response.once("close", () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!response.write(value))
      await new Promise<void>((resume) => {
        response.once("drain", resume);
        response.once("close", resume);
      });
  }
  response.end();
}
