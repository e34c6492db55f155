import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";

/** The tenant and user of everyone on a machine that has no sign-in. */
export const LOCAL_USER = "local";

/** Who is on the other end of a connection, as far as the transport has made sure of it. */
export interface ConnectionInfo {
  readonly id: string;
  readonly transport: Caller["transport"];
  /** The client program's own word for itself: shown in the log, trusted for nothing. */
  readonly client: string | null;
  /** The signed-in user, where the transport checks tokens. */
  readonly user?: string | undefined;
  /** The program that was given leave to act for them, where it had to ask for it. */
  readonly agent?: string | undefined;
  /** What that leave covers; everything where nobody was asked. */
  readonly scopes?: readonly string[] | undefined;
  /** Why nobody is signed in, where somebody has to be. */
  readonly refusal?: KernelError | undefined;
  /** Whom to count its calls for, where one caller may have many connections; the connection itself unless said. */
  readonly holder?: string;
  /** True where each request stands alone, so that nothing can be remembered between two. */
  readonly stateless?: boolean;
}

/** Makes the caller of a connection. Every MCP caller is an agent. */
export function authenticate(connection: ConnectionInfo): Caller {
  if (connection.refusal !== undefined) throw connection.refusal;
  const user = connection.user ?? LOCAL_USER;
  if (user.startsWith("~")) throw new KernelError("forbidden", "No user's name begins with a tilde");
  return {
    tenant: user,
    actor: {
      user,
      agent: connection.transport === "local" ? null : (connection.agent ?? connection.client ?? "agent"),
      client: connection.client,
    },
    connection: connection.id,
    holder: connection.holder ?? `connection ${connection.id}`,
    transport: connection.transport,
    ...(connection.scopes !== undefined && { scopes: connection.scopes }),
  };
}
