import type { AuthInfo } from "@modelcontextprotocol/server";
import type { ConnectionInfo } from "../../identity/index.ts";

/** The user a request was made for, where it came from, and the socket it came over. */
export interface HttpCaller {
  readonly user: string | undefined;
  readonly connection: string;
  /** Whom to count it for: the user, or the address where nobody signs in. A new socket is no new caller. */
  readonly holder: string;
  readonly auth: AuthInfo;
}

const V6_PARTS_OF_ONE_SITE = 4;

/** The caller of a request. All addresses that one site may give itself count as one. */
export function httpCaller(user: string | undefined, connection: string, address: string | undefined): HttpCaller {
  const holder = user === undefined ? `address ${siteOf(address ?? "unknown")}` : `user ${user}`;
  return {
    user,
    connection,
    holder,
    auth: { token: "", clientId: "local", scopes: [], extra: { user, connection, holder } },
  };
}

/** An IPv4 address as it is, and of an IPv6 address the part that a provider gives out. */
function siteOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after].slice(0, V6_PARTS_OF_ONE_SITE).join(":");
}

/** What the call path knows of it. */
export function connectionOf(
  { user, connection, holder }: Pick<HttpCaller, "user" | "connection" | "holder">,
  { id = connection, stateless }: { id?: string; stateless: boolean },
): ConnectionInfo {
  return {
    id,
    transport: "http",
    client: null,
    holder,
    ...(stateless && { stateless }),
    ...(user !== undefined && { user }),
  };
}
