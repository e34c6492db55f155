import { scopesOf } from "../../kernel/serve.ts";

/** The servers as programs ask for them: each is a resource of its own, so that a token for one opens no other. */
export interface Resources {
  readonly servers: readonly string[];
  /** The address of a server, which is what its tokens are for. */
  of(server: string): string;
  /** The server of such an address, to the letter. */
  serverAt(resource: string): string | undefined;
  /** Where a program learns how to get a token for it. */
  metadataUrl(server: string): string;
  /** The server whose metadata lies at this path. */
  serverOfMetadata(pathname: string): string | undefined;
  /** Every scope of every server. */
  readonly scopes: readonly string[];
}

const METADATA = "/.well-known/oauth-protected-resource";

export function createResources(issuer: string, servers: readonly string[]): Resources {
  const of = (server: string) => `${issuer}/${server}/mcp`;
  const byAddress = new Map(servers.map((server) => [of(server), server]));
  const byPath = new Map(servers.map((server) => [`${METADATA}/${server}/mcp`, server]));
  return {
    servers,
    of,
    serverAt: (resource) => byAddress.get(resource),
    metadataUrl: (server) => `${issuer}${METADATA}/${server}/mcp`,
    serverOfMetadata: (pathname) => byPath.get(pathname),
    scopes: servers.flatMap(scopesOf),
  };
}
