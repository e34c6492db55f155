import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { KernelError } from "../../errors.ts";
import { parseMessage } from "../strict-json.ts";

/** Reads and parses a request's body, never holding more of it than the limit. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<unknown> {
  if (!isJsonContentType(request.headers["content-type"] ?? "")) {
    throw new KernelError("unsupported_media_type", "The body must be application/json");
  }
  const tooLarge = new KernelError("too_large", "The message is too large", { limit_bytes: bytesMax });
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) throw tooLarge;
    chunks.push(chunk as Buffer);
  }
  const parsed = parseMessage(decode(Buffer.concat(chunks)));
  if ("error" in parsed) throw parsed.error;
  return parsed.value;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new KernelError("parse_error", "The body is not UTF-8");
  }
}
