import type { IncomingMessage } from "node:http";
import { validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import { KernelError } from "../../kernel/serve.ts";
import { isLoopback } from "../network.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** A name or an address, and a port. What else a URL may have before its path has no place in this header. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export interface OwnNames {
  /** Refuses a request to another name, and one from a page that may not call this server. */
  require(request: IncomingMessage): void;
}

/** By which names the server that listens there may be called, and from which pages. */
export function ownNames({
  host,
  allowedHosts,
  allowedOrigins = [],
}: {
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins?: readonly string[];
}): OwnNames {
  const isLocal = isLoopback(host);
  const listened = host.includes(":") ? `[${host}]` : host;
  const names = [...LOOPBACK_NAMES, ...(isLocal ? [listened] : []), ...allowedHosts];
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));

  /** A page elsewhere that points its name at this machine must not reach it through somebody's browser. */
  function isOwnHost(header: string | undefined): header is string {
    return header !== undefined && HOST.test(header) && validateHostHeader(header, names).ok;
  }

  function mayCall(origin: string | undefined, ownHost: string): boolean {
    if (origin === undefined || origins.has(origin.toLowerCase())) return true;
    // Across a network, a page on somebody's own machine is a stranger: only this server's own pages need no leave.
    return isLocal ? validateOriginHeader(origin, names).ok : /^https?:\/\/(.*)$/i.exec(origin)?.[1] === ownHost;
  }

  return {
    require({ headers }) {
      if (!isOwnHost(headers.host)) throw new KernelError("wrong_host", "This server does not go by that name");
      if (mayCall(headers.origin, headers.host)) return;
      throw new KernelError("wrong_host", "Pages of this origin may not call this server");
    },
  };
}
