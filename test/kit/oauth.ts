import { request } from "node:http";
import { text } from "node:stream/consumers";
import * as oauth from "oauth4webapi";
import { onTestFinished } from "vitest";
import type { AuthSettings } from "../../src/apps/auth-settings.ts";
import { openSignIn, toClientMetadata } from "../../src/apps/oauth/index.ts";
import type { SafeFetchNetwork } from "../../src/apps/oauth/safe-fetch.ts";
import { startHttpServer } from "../../src/apps/server/index.ts";
import { openAccounts } from "../../src/kernel/accounts/index.ts";
import { ACCOUNTS } from "../../src/kernel/installation.ts";
import { query } from "../../src/kernel/query.ts";
import { NO_METRICS } from "../../src/kernel/telemetry/metrics.ts";
import { Browser, type Shown } from "./browser.ts";
import { type Engine, openTestKernel, type TestKernel } from "./kernel.ts";
import { createSimulatedEnv } from "./simulated-env.ts";

export const PASSWORD = "correct horse battery";
export const REDIRECT = "http://127.0.0.1:9/callback";

const SETTINGS: AuthSettings = {
  clients: [],
  clientDocuments: true,
  clientHosts: undefined,
  registration: false,
  accessTokenSeconds: 300,
  refreshTokenDays: 30,
  metricsToken: undefined,
  upstream: undefined,
};

export interface OAuthTestOptions {
  readonly engine?: Engine;
  readonly settings?: Partial<AuthSettings>;
  readonly network?: SafeFetchNetwork;
  readonly users?: readonly string[];
  /** Which are served; two unless said. */
  readonly servers?: readonly string[];
  readonly kernel?: TestKernel;
}

/** A kernel whose clock is the real one: the authorization server looks at no other. */
function openSignedKernel(engine: Engine): Promise<TestKernel> {
  const env = createSimulatedEnv("oauth");
  return openTestKernel({ engine, env: { ...env, now: () => Date.now() } });
}

/** A real server with sign-in on loopback, with users and a client. */
export async function openOAuth(options: OAuthTestOptions = {}) {
  const kernel = options.kernel ?? (await openSignedKernel(options.engine ?? "sqlite"));
  const { env, log, database, committed } = kernel.parts;
  const accounts = openAccounts({ env, log, keysFolder: kernel.keysFolder, database, committed });
  const settings = { ...SETTINGS, ...options.settings };
  const servers = options.servers ?? ["conformance", "truth"];
  const server = await startHttpServer({
    kernel,
    servers,
    mcp: { metrics: NO_METRICS, legacySse: true, verbose: false },
    page: true,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    openGate: (url) =>
      openSignIn({
        kernel,
        accounts,
        settings,
        issuer: url,
        localUrl: url,
        servers,
        ...(options.network !== undefined && { network: options.network }),
      }),
  });
  onTestFinished(() => server.close());
  for (const name of options.users ?? ["ada"]) {
    await accounts.users.add({ name, role: name === "ada" ? "operator" : "member", password: PASSWORD });
  }
  await addClient("editor");

  async function addClient(id: string, redirectUris: readonly string[] = [REDIRECT]): Promise<void> {
    const metadata = toClientMetadata({ id, name: `The ${id}`, redirectUris });
    await accounts.artifacts.addClient(JSON.parse(JSON.stringify(metadata)));
  }

  /** What a refusal must leave as it was: all that is known, and all that users were given. */
  async function known(): Promise<unknown> {
    const database = await kernel.parts.database();
    const users = await database.read(ACCOUNTS, (sql) =>
      sql.all(
        query`select name, state, role, password_hash from account_user where tenant_id = ${ACCOUNTS} order by name`,
      ),
    );
    return { root: (await kernel.stateRoot()).root, users };
  }

  /** The refusals that were recorded, newest last. */
  async function refusals(): Promise<Record<string, unknown>[]> {
    const rows = await (await kernel.parts.database()).read(ACCOUNTS, (sql) =>
      sql.all<{ kind: string; payload: string }>(query`select * from event where tenant_id = ${ACCOUNTS} order by seq`),
    );
    return rows.filter(({ kind }) => kind === "refused").map(({ payload }) => JSON.parse(payload));
  }

  const client = new OAuthTestClient(server.url);
  return {
    kernel,
    accounts,
    url: server.url,
    addClient,
    client,
    known,
    refusals,
    resource: (name: string) => `${server.url}/${name}/mcp`,
  };
}

export interface Asked {
  readonly server?: string;
  readonly clientId?: string;
  readonly scope?: string;
  readonly user?: string;
  readonly browser?: Browser;
  readonly redirectUri?: string;
  /** Scopes the user leaves in; all that were asked for unless said. */
  readonly chosen?: readonly string[];
  /** Parameters that differ from those of an honest client. */
  readonly params?: Readonly<Record<string, string | undefined>>;
}

export interface Code {
  readonly code: string;
  readonly verifier: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** Plays a client and its user, honest unless told otherwise. */
export class OAuthTestClient {
  readonly issuer: string;
  readonly as: oauth.AuthorizationServer;

  constructor(issuer: string) {
    this.issuer = issuer;
    this.as = { issuer, token_endpoint: `${issuer}/oauth/token`, authorization_endpoint: `${issuer}/oauth/authorize` };
  }

  async authorizationUrl({
    server = "conformance",
    clientId = "editor",
    scope,
    redirectUri = REDIRECT,
    params,
  }: Asked) {
    const verifier = oauth.generateRandomCodeVerifier();
    const given: Record<string, string | undefined> = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scope ?? `${server}:read ${server}:write`,
      resource: `${this.issuer}/${server}/mcp`,
      state: "the-state",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...params,
    };
    const url = new URL("/oauth/authorize", this.issuer);
    for (const [name, value] of Object.entries(given)) if (value !== undefined) url.searchParams.set(name, value);
    return { url: url.href, verifier };
  }

  /** As far as the user has answered: where the browser was sent on to. */
  async allow(asked: Asked = {}): Promise<{ sentTo: URL; verifier: string; consent: Shown }> {
    const browser = asked.browser ?? new Browser();
    const { url, verifier } = await this.authorizationUrl(asked);
    const consent = await browser.visit(url);
    const offered = [...consent.body.matchAll(/name="scope" value="([^"]*)"/g)].map(([, scope = ""]) => scope);
    let page = await browser.submit(consent, "/consent", { answer: "allow", scope: [...(asked.chosen ?? offered)] });
    if (page.body.includes('name="password"')) {
      page = await browser.submit(page, "/sign-in", { name: asked.user ?? "ada", password: PASSWORD });
    }
    if (page.headers.location === undefined) throw new Error(`not sent on: ${page.status} ${page.body}`);
    return { sentTo: new URL(page.headers.location as string), verifier, consent };
  }

  async code(asked: Asked = {}): Promise<Code> {
    const { sentTo, verifier } = await this.allow(asked);
    const code = sentTo.searchParams.get("code");
    if (code === null) throw new Error(`no code: ${sentTo.href}`);
    return { code, verifier, clientId: asked.clientId ?? "editor", redirectUri: asked.redirectUri ?? REDIRECT };
  }

  redeem({ code, verifier, clientId, redirectUri }: Code, at = this.issuer) {
    return this.token(
      {
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        client_id: clientId,
        redirect_uri: redirectUri,
      },
      at,
    );
  }

  refresh(refreshToken: string, more: Readonly<Record<string, string>> = {}, at = this.issuer) {
    return this.token({ grant_type: "refresh_token", client_id: "editor", refresh_token: refreshToken, ...more }, at);
  }

  /** Asks the token endpoint, whatever comes of it. */
  async token(params: Readonly<Record<string, string>>, at = this.issuer) {
    const response = await fetch(`${at}/oauth/token`, { method: "POST", body: new URLSearchParams(params) });
    return { status: response.status, ...((await response.json()) as Record<string, string>) } as TokenAnswer;
  }

  async tokens(asked: Asked = {}): Promise<TokenAnswer> {
    const tokens = await this.redeem(await this.code(asked));
    if (tokens.status !== 200) throw new Error(JSON.stringify(tokens));
    return tokens;
  }

  /** Calls a tool over MCP in one request of the newest era. */
  call(token: string | undefined, tool: string, args: object = {}, server = "conformance") {
    return callTool(`${this.issuer}/${server}/mcp`, token, tool, args);
  }
}

export interface TokenAnswer {
  readonly status: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token?: string;
  readonly scope: string;
  readonly error?: string;
}

async function callTool(url: string, token: string | undefined, tool: string, args: object) {
  return new Promise<{ status: number; challenge: string | undefined; body: string }>((resolve, reject) => {
    const asked = request(
      url,
      {
        method: "POST",
        agent: false,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": tool,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      },
      (response) => {
        text(response).then(
          (body) =>
            resolve({ status: response.statusCode ?? 0, challenge: response.headers["www-authenticate"], body }),
          reject,
        );
      },
    );
    asked.on("error", reject);
    asked.end(
      JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: tool,
          arguments: args,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      }),
    );
  });
}
