import type { ClientMetadata } from "oidc-provider";
import type { ConfiguredClient } from "../auth-settings.ts";

/** The client that stands for `/api/mcp/oauth`: connections are made by it. */
export const CONNECTIONS_CLIENT = "bailiwick-connections";

/** A program's own word for itself, as the server keeps it. It has no secret: what it holds, whoever has it could read. */
export function toClientMetadata({ id, name, redirectUris }: ConfiguredClient): ClientMetadata & { client_id: string } {
  const isNative = redirectUris.every(isOnThisMachine);
  return {
    client_id: id,
    client_name: name,
    redirect_uris: [...redirectUris],
    // A program on somebody's own machine listens on whatever port is free (RFC 8252); nothing else may differ.
    application_type: isNative ? "native" : "web",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
}

/** Whether an address leads to the user's own machine, or to a program on it. */
export function isOnThisMachine(redirectUri: string): boolean {
  const url = URL.parse(redirectUri);
  if (url === null) return false;
  if (url.protocol === "https:") return false;
  return url.protocol !== "http:" || ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
}
