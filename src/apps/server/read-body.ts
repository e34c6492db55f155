import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { KernelError } from "../../kernel/serve.ts";

const BYTES_MAX = 64 * 1024;

/** A JSON body from a page, in the shape that is wanted. No form of another page can send this type. */
export async function readJson<Value>(request: IncomingMessage, schema: z.ZodType<Value>): Promise<Value> {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    throw new KernelError("unsupported_media_type", "The body must be application/json");
  }
  const result = schema.safeParse(parsed((await readSmallBody(request)).toString("utf8")));
  if (result.success) return result.data;
  const [problem] = result.error.issues;
  throw new KernelError("invalid_arguments", `${problem?.path.join(".") || "The body"}: ${problem?.message}`);
}

/** As many bytes as a person fills in. */
export async function readSmallBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new KernelError("too_large", "The form is too long", { limit_bytes: BYTES_MAX });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new KernelError("parse_error", "The body is no JSON");
  }
}
