import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import type { Env } from "../../env.ts";
import { KernelError } from "../../errors.ts";
import { type MessageLimits, parseInTurns, type RefusedMessage } from "../mcp/index.ts";
import type { Bodies } from "./receive-body.ts";

/** Reads and parses a request's body, never holding more of it than the limit. What was read holds its room until released. */
export async function readBody(
  bodies: Bodies,
  request: IncomingMessage,
  bytesMax: number,
  { messageLimits, env }: { readonly messageLimits: MessageLimits; readonly env: Env },
  user?: string,
): Promise<{ value: unknown; release: () => void } | RefusedMessage> {
  if (!isJsonContentType(request.headers["content-type"] ?? "")) {
    throw new KernelError("unsupported_media_type", "The body must be application/json");
  }
  const { bytes, release } = await bodies.receive(request, bytesMax, user);
  try {
    const parsed = await parseInTurns(decode(bytes), messageLimits, env);
    if ("value" in parsed) return { value: parsed.value, release };
    release();
    return parsed;
  } catch (error) {
    release();
    throw error;
  }
}

const DECODER = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new KernelError("parse_error", "The body is not UTF-8");
  }
}
