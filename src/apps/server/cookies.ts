import type { IncomingMessage, ServerResponse } from "node:http";

export interface CookieOptions {
  /** Ends with the browser unless said; 0 takes it away. */
  readonly maxAgeSeconds?: number;
  readonly sameSite: "Strict" | "Lax";
  /** Only over TLS. */
  readonly secure?: boolean;
}

/** The cookie of this name; none where a browser sent two, for then one of them is not ours. */
export function readCookie({ headers }: IncomingMessage, name: string): string | undefined {
  const found = (headers.cookie ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Sets one beside those that are set already. No script can read it. */
export function setCookie(
  response: ServerResponse,
  name: string,
  value: string,
  { maxAgeSeconds, sameSite, secure = false }: CookieOptions,
): void {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${Math.floor(maxAgeSeconds)}`;
  response.appendHeader(
    "set-cookie",
    `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}${secure ? "; Secure" : ""}${age}`,
  );
}
