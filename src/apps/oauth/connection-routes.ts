import { createHash } from "node:crypto";
import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import { decodeJwt } from "jose";
import { z } from "zod";
import type { Accounts, Connection } from "../../kernel/accounts/index.ts";
import { type Env, KernelError, scopesOf } from "../../kernel/serve.ts";
import { readJson } from "../server/index.ts";
import { CONNECTIONS_CLIENT } from "./client-metadata.ts";
import { messagePage } from "./pages/error-page.ts";
import { ROUTES } from "./provider.ts";
import type { Resources } from "./resources.ts";
import { nameInPath, readsPages, requireMethod, sendJson, sendPage, type Visit } from "./visit.ts";

const BASE = "/api/mcp/oauth";
/** Where the authorization server sends the user back to. */
export const CONNECTIONS_CALLBACK = `${BASE}/callback`;
const STATE_MS = 600_000;
const KIND = "connection";
const SECRET_BYTES = 32;

const Initiate = z.strictObject({
  connection_id: z.string(),
  client_name: z.string().max(100).optional(),
  servers: z.array(z.string()).min(1).optional(),
});

export interface ConnectionRouteParts {
  readonly issuer: string;
  /** Where this very process listens. */
  readonly localUrl: string;
  readonly accounts: Accounts;
  readonly resources: Resources;
  readonly env: Env;
  /** Who asks: a signed-in browser, or a program with leave. */
  userOf(visit: Visit): Promise<string>;
}

/** The endpoints by which a client without a browser comes to a connection. */
export interface ConnectionRoutes {
  answer(visit: Visit): Promise<boolean>;
}

/** The connection that a request for leave is about. */
export async function connectionOfState(accounts: Accounts, state: string): Promise<string | undefined> {
  const kept = await accounts.tickets.read(KIND, state);
  return kept === undefined ? undefined : String(kept.connection);
}

export function createConnectionRoutes(parts: ConnectionRouteParts): ConnectionRoutes {
  const { issuer, accounts, resources, env } = parts;
  const redirectUri = `${issuer}${CONNECTIONS_CALLBACK}`;

  async function initiate(visit: Visit): Promise<void> {
    requireMethod(visit, "POST");
    const given = await readJson(visit.request, Initiate);
    const { connection_id: id, client_name = null, servers = resources.servers } = given;
    const unknown = servers.find((server) => !resources.servers.includes(server));
    if (unknown !== undefined) throw new KernelError("invalid_arguments", "A server of this name is not served here");
    await accounts.connections.begin(id, client_name);
    const verifier = Buffer.from(env.randomBytes(SECRET_BYTES)).toString("base64url");
    const state = await accounts.tickets.issue(KIND, { connection: id, verifier, servers: [...servers] }, STATE_MS);
    const address = new URL(ROUTES.authorization, issuer);
    const params = {
      response_type: "code",
      client_id: CONNECTIONS_CLIENT,
      redirect_uri: redirectUri,
      scope: servers.flatMap(scopesOf).join(" "),
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state,
    };
    for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
    for (const server of servers) address.searchParams.append("resource", resources.of(server));
    sendJson(visit, {
      connection_id: id,
      status: "pending",
      authorization_url: address.href,
      expires_at: new Date(env.now() + STATE_MS).toISOString(),
    });
  }

  async function callback(visit: Visit): Promise<void> {
    requireMethod(visit, "GET");
    const { searchParams } = visit.url;
    const kept = await accounts.tickets.take(KIND, searchParams.get("state") ?? "");
    if (kept === undefined || searchParams.get("iss") !== issuer) {
      throw new KernelError("forbidden", "This answer was not asked for, or it came before; begin again");
    }
    const code = searchParams.get("code");
    if (code === null) {
      return sendPage(visit, messagePage("Not connected", "You refused, so nothing was connected."), 403);
    }
    const [server = ""] = kept.servers as string[];
    const tokens = await exchange(parts, {
      grant_type: "authorization_code",
      client_id: CONNECTIONS_CLIENT,
      code,
      redirect_uri: redirectUri,
      code_verifier: String(kept.verifier),
      resource: resources.of(server),
    });
    const { sub = "", gid } = decodeJwt(tokens.access_token);
    await accounts.connections.activate(String(kept.connection), {
      user: sub,
      scopes: tokens.granted,
      grantId: String(gid),
      refreshToken: tokens.refresh_token,
    });
    sendPage(visit, messagePage("Connected", "You can close this page and go back to your client."));
  }

  async function status(visit: Visit): Promise<void> {
    requireMethod(visit, "GET");
    const id = visit.url.searchParams.get("connection_id");
    if (id === null) throw new KernelError("invalid_arguments", "Say which with ?connection_id=…");
    const found = await accounts.connections.find(id);
    if (found === undefined) throw new KernelError("not_found", "There is no connection with this id");
    sendJson(visit, { connection_id: id, status: found.status });
  }

  async function list(visit: Visit): Promise<void> {
    requireMethod(visit, "GET");
    const user = await parts.userOf(visit);
    sendJson(visit, { connections: (await accounts.connections.list(user)).map(shown) });
  }

  async function revoke(visit: Visit, part: string): Promise<void> {
    requireMethod(visit, "DELETE");
    const user = await parts.userOf(visit);
    const id = nameInPath(part);
    if (!(await accounts.connections.revoke(id, user))) {
      throw new KernelError("not_found", "There is no connection with this id");
    }
    sendJson(visit, { connection_id: id, revoked: true });
  }

  return {
    async answer(visit) {
      const { pathname } = visit.url;
      const [, id] = /^\/api\/mcp\/oauth\/connections\/([^/]+)$/.exec(pathname) ?? [];
      const route = {
        [`${BASE}/initiate`]: initiate,
        [CONNECTIONS_CALLBACK]: callback,
        [`${BASE}/status`]: status,
        [`${BASE}/connections`]: list,
      }[pathname];
      if (route === undefined && id === undefined) return false;
      try {
        await (route === undefined ? revoke(visit, id ?? "") : route(visit));
      } catch (error) {
        if (!(error instanceof KernelError) || error.code === "internal") throw error;
        // It is a person who comes back from signing in.
        if (route === callback && readsPages(visit.request)) throw error;
        sendJson(visit, { error: failure(error, env.id()) }, error.kind.status);
      }
      return true;
    },
  };
}

const CODES: Readonly<Record<string, string>> = {
  invalid_arguments: "InvalidParams",
  parse_error: "InvalidParams",
  unauthenticated: "InvalidRequest",
  not_found: "NOT_FOUND",
  rate_limited: "RATE_LIMIT_EXCEEDED",
};

/** The truth contract's words for a failure. */
function failure(error: KernelError, traceId: string) {
  const { code, message, details } = error;
  return {
    code: CODES[code] ?? "InvalidRequest",
    message,
    details: { hint: error.kind.hint, ...details },
    trace_id: traceId,
  };
}

function shown({ id, clientName, scopes, status, createdAt, usedAt }: Connection) {
  return {
    connection_id: id,
    client_name: clientName,
    status,
    scopes,
    created_at: new Date(createdAt).toISOString(),
    last_used_at: usedAt === null ? null : new Date(usedAt).toISOString(),
  };
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** All that was granted, of every server. */
  readonly granted: string;
}

/** Asks our own token endpoint, as any client would, at the address this process listens on. */
async function exchange(
  { issuer, localUrl, accounts }: ConnectionRouteParts,
  params: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const body = new URLSearchParams(params).toString();
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = send(
      new URL(ROUTES.token, localUrl),
      {
        method: "POST",
        agent: false,
        headers: { host: new URL(issuer).host, "content-type": "application/x-www-form-urlencoded" },
      },
      (response) => {
        text(response).then((read) => resolve({ status: response.statusCode ?? 500, text: read }), reject);
      },
    );
    request.on("error", reject);
    request.end(body);
  });
  if (answer.status !== 200)
    throw new KernelError("unauthenticated", "OAuth connection failed: the code was not taken");
  const { access_token, refresh_token } = JSON.parse(answer.text) as Record<string, string>;
  if (access_token === undefined || refresh_token === undefined) {
    throw new KernelError("unauthenticated", "OAuth connection failed: no refresh token was given");
  }
  const { sub = "", gid } = decodeJwt(access_token);
  const grant = (await accounts.artifacts.grantsOf(sub)).find(({ id }) => id === gid);
  return { access_token, refresh_token, granted: (grant?.scopes ?? []).join(" ") };
}
