import type { AuthInfo } from "@modelcontextprotocol/server";
import type { ConnectionInfo } from "../../identity/index.ts";

/** The user a request was made for, where it came from, and the socket it came over. */
export interface HttpCaller {
  readonly user: string | undefined;
  readonly connection: string;
  /** Whom to count it for: the user, or the address where nobody signs in. A new socket is no new caller. */
  readonly holder: string;
  /** The program the user gave leave, and for what; absent where nobody had to ask. */
  readonly leave?: Leave | undefined;
  readonly auth: AuthInfo;
}

/** What a signed-in user has allowed a program. */
export interface Leave {
  readonly agent: string;
  readonly scopes: readonly string[];
  /** How a program is told, in a header, to ask for more. */
  challenge(scope: string): string;
}

const V6_PARTS_OF_ONE_SITE = 4;

/** The caller of a request. All addresses that one site may give itself count as one. */
export function httpCaller(
  user: string | undefined,
  connection: string,
  address: string | undefined,
  leave?: Leave,
): HttpCaller {
  const holder = user === undefined ? `address ${siteOf(address ?? "unknown")}` : `user ${user}`;
  return {
    user,
    connection,
    holder,
    leave,
    // The token itself goes no further than where it was checked.
    auth: {
      token: "",
      clientId: leave?.agent ?? "local",
      scopes: [...(leave?.scopes ?? [])],
      extra: { user, connection, holder, leave },
    },
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
  { user, connection, holder, leave }: Pick<HttpCaller, "user" | "connection" | "holder" | "leave">,
  { id = connection, stateless }: { id?: string; stateless: boolean },
): ConnectionInfo {
  return {
    id,
    transport: "http",
    client: null,
    holder,
    ...(stateless && { stateless }),
    ...(user !== undefined && { user }),
    ...(leave !== undefined && { agent: leave.agent, scopes: leave.scopes }),
  };
}
