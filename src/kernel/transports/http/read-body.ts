import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { KernelError } from "../../errors.ts";
import { parseMessage, type RefusedMessage } from "../mcp/index.ts";

/** A client that is cut off while it sends never reads why; so much is read and thrown away first. */
const DISCARDED_MAX = 64 * 1024 * 1024;

/** Reads and parses a request's body, never holding more of it than the limit. */
export async function readBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<{ value: unknown } | RefusedMessage> {
  if (!isJsonContentType(request.headers["content-type"] ?? "")) {
    throw new KernelError("unsupported_media_type", "The body must be application/json");
  }
  const tooLarge = () => new KernelError("too_large", "The message is too large", { limit_bytes: bytesMax });
  if (Number(request.headers["content-length"] ?? 0) > DISCARDED_MAX) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > DISCARDED_MAX) throw tooLarge();
    if (bytes <= bytesMax) chunks.push(chunk as Buffer);
    else chunks.length = 0;
  }
  if (bytes > bytesMax) throw tooLarge();
  return parseMessage(decode(Buffer.concat(chunks)));
}

const DECODER = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new KernelError("parse_error", "The body is not UTF-8");
  }
}
