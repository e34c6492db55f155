import { type Kernel, KernelError } from "../../kernel/serve.ts";
import type { StdioIdentity } from "../../kernel/transports/stdio/index.ts";
import type { Settings } from "../settings.ts";
import { accountsOf } from "./sign-in.ts";
import type { Terminal } from "./terminal.ts";

/** How often it is looked whether the connection still holds. */
const LOOK_MS = 30_000;

const DEPRECATED =
  "warning: NEOTOMA_SESSION_TOKEN is deprecated and will go in a later version; make a connection and set NEOTOMA_CONNECTION_ID";

/** Whom a server over pipes acts for; undefined where nobody has to sign in and nobody did: the local user. */
export async function stdioUser(
  { auth, connectionId, sessionToken, readOnly }: Settings,
  kernel: Kernel,
  terminal: Terminal,
  ended: AbortSignal,
): Promise<StdioIdentity | undefined> {
  if (connectionId === undefined && sessionToken === undefined) {
    return auth === "oauth" ? { refusal: refusal("missing", REQUIRED) } : undefined;
  }
  if (connectionId === undefined) terminal.warn(DEPRECATED);
  const accounts = await accountsOf(kernel);

  const unnoted = (error: unknown) =>
    kernel.parts.log.warn({ cause: String(error) }, "not noted that the connection is used");

  async function look(): Promise<StdioIdentity> {
    if (connectionId !== undefined) {
      const { user, scopes, clientName } = await accounts.connections.use(connectionId);
      // Whom the process acts for does not hang on whether that can be noted.
      if (!readOnly) await accounts.connections.noteUse(connectionId).catch(unnoted);
      return { user, scopes, agent: clientName ?? connectionId };
    }
    const session = await accounts.sessions.find(sessionToken ?? "");
    if (session === undefined) throw new KernelError("unauthenticated", "it is not known here, or has expired");
    return { user: session.user };
  }

  async function lookAgain(): Promise<StdioIdentity> {
    try {
      return await look();
    } catch (error) {
      const reason = error instanceof KernelError ? error.message : "it cannot be looked up";
      return {
        refusal:
          connectionId === undefined
            ? refusal("session_token", `Invalid session token: ${reason}`)
            : refusal("connection", `OAuth connection failed: ${reason}`),
      };
    }
  }

  let now = await lookAgain();
  void (async () => {
    while (!ended.aborted) {
      await kernel.parts.env.sleep(LOOK_MS, ended);
      if (!ended.aborted) now = await lookAgain();
    }
  })();
  // Read anew at each call: a connection that was taken back holds no longer.
  return {
    get user() {
      return now.user;
    },
    get scopes() {
      return now.scopes;
    },
    get agent() {
      return now.agent;
    },
    get refusal() {
      return now.refusal;
    },
  };
}

const REQUIRED = "Authentication required. Set NEOTOMA_CONNECTION_ID or NEOTOMA_SESSION_TOKEN";

function refusal(why: "missing" | "connection" | "session_token", message: string): KernelError {
  return new KernelError("unauthenticated", message, { why });
}
