import type { IncomingHttpHeaders } from "node:http";
import type { BoundServer } from "../../call/index.ts";

const HEADER_MISMATCH = -32020;

/** A JSON-RPC error for a request whose headers and body disagree. */
export interface HeaderMismatch {
  readonly jsonrpc: "2.0";
  readonly id: unknown;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Checks arguments that a tool wants repeated as `Mcp-Param-…` headers, so that a proxy which routes by the header
 * and a server which acts on the body can never be told two different things.
 */
export function headerMismatch(
  bound: BoundServer,
  headers: IncomingHttpHeaders,
  body: unknown,
): HeaderMismatch | undefined {
  const request = body as { id?: unknown; method?: unknown; params?: { name?: unknown; arguments?: unknown } } | null;
  if (request?.method !== "tools/call") return undefined;
  const tool = bound.listed().find((listed) => listed.name === request.params?.name);
  const args = (request.params?.arguments ?? {}) as Record<string, unknown>;
  for (const [argument, schema] of Object.entries(tool?.inputSchema.properties ?? {})) {
    const header = (schema as Record<string, unknown>)["x-mcp-header"];
    const value = args[argument];
    if (typeof header !== "string" || value === undefined || value === null) continue;
    const message = wrongWith(headers[`mcp-param-${header.toLowerCase()}`], value);
    if (message !== undefined) {
      return {
        jsonrpc: "2.0",
        id: request.id ?? null,
        error: { code: HEADER_MISMATCH, message: `Mcp-Param-${header} ${message}` },
      };
    }
  }
  return undefined;
}

function wrongWith(header: string | string[] | undefined, value: unknown): string | undefined {
  if (typeof header !== "string") return "is missing";
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
  if (encoded === undefined) return header === String(value) ? undefined : "differs from the argument";
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return "is not base64";
  return bytes.toString("utf8") === String(value) ? undefined : "differs from the argument";
}
