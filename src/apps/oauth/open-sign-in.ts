import type { ServerResponse } from "node:http";
import type { Accounts } from "../../kernel/accounts/index.ts";
import { type Kernel, KernelError } from "../../kernel/serve.ts";
import { httpCaller } from "../../kernel/transports/http/index.ts";
import type { AuthSettings } from "../auth-settings.ts";
import type { Gate } from "../server/index.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { Challenge, createBearerCheck } from "./bearer.ts";
import { CONNECTIONS_CLIENT, toClientMetadata } from "./client-metadata.ts";
import { CONNECTIONS_CALLBACK, createConnectionRoutes } from "./connection-routes.ts";
import { createForms } from "./forms.ts";
import { createInteractions } from "./interactions.ts";
import { isMetricsToken } from "./metrics-token.ts";
import { createPageRoutes } from "./page-routes.ts";
import { createPageSessions } from "./page-sessions.ts";
import { messagePage } from "./pages/error-page.ts";
import { createProtocolRoutes } from "./protocol-routes.ts";
import { createProvider } from "./provider.ts";
import { createResources } from "./resources.ts";
import { createSafeFetch, type SafeFetchNetwork } from "./safe-fetch.ts";
import { createUpstream, UPSTREAM_CALLBACK } from "./upstream.ts";
import { readsPages, sendOn, sendPage, type Visit } from "./visit.ts";

/** How often it is looked whether the leave for a long answer still holds. */
const HOLDS_MS = 30_000;

export interface SignInOptions {
  readonly kernel: Kernel;
  readonly accounts: Accounts;
  readonly settings: AuthSettings;
  /** The address everyone knows this server by; tokens and links begin with it. */
  readonly issuer: string;
  /** Where this process listens. */
  readonly localUrl: string;
  readonly servers: readonly string[];
  /** What stands for the network in tests. */
  readonly network?: SafeFetchNetwork;
}

/** The gate of a server that people sign in to: OAuth 2.1 for programs, a session for browsers. */
export async function openSignIn(options: SignInOptions): Promise<Gate> {
  const { kernel, accounts, settings, issuer, localUrl } = options;
  const { env, log } = kernel.parts;
  const secure = issuer.startsWith("https:");
  const [keys, cookieKey] = await Promise.all([accounts.tokenKeys(), accounts.cookieKey()]);
  const resources = createResources(issuer, options.servers);
  const connectionsClient = toClientMetadata({
    id: CONNECTIONS_CLIENT,
    name: "Connections",
    redirectUris: [`${issuer}${CONNECTIONS_CALLBACK}`],
  });
  const provider = createProvider({
    issuer,
    resources,
    accounts,
    settings,
    clients: [{ ...connectionsClient, application_type: "web" }, ...settings.clients.map(toClientMetadata)],
    keys,
    cookieKey,
    fetch: createSafeFetch(options.network),
    log,
  });
  const forms = createForms({
    key: cookieKey,
    secure,
    env,
    refused: (at) => accounts.refused("form", { reason: "not_ours", at }),
  });
  const sessions = createPageSessions(accounts, secure);
  const upstream = settings.upstream && createUpstream({ settings: settings.upstream, issuer, accounts, env });
  const interactions = createInteractions({ provider, accounts, resources, forms, sessions, upstream });
  const pages = createPageRoutes({ accounts, forms, sessions, upstream });
  const people = createAccountRoutes({ issuer, accounts, sessions });
  const bearer = createBearerCheck({ issuer, resources, keys, accounts, env });
  const protocol = createProtocolRoutes({ provider, interactions, resources, issuer });
  const connections = createConnectionRoutes({ issuer, localUrl, accounts, resources, env, userOf });

  /** Who asks about their own connections. */
  async function userOf({ request }: Visit): Promise<string> {
    const session = await sessions.find(request);
    if (session !== undefined) return session.user;
    if (request.headers.authorization === undefined || !resources.servers.includes("truth")) {
      throw new KernelError("unauthenticated", "Not authenticated. Call initialize first.");
    }
    return (await bearer.check(request, "truth")).user;
  }

  async function comeBack(visit: Visit): Promise<void> {
    const { user, errand } = await (upstream as NonNullable<typeof upstream>).finish(visit);
    await sessions.begin(visit.response, user.name);
    if (errand.interaction === undefined) return sendOn(visit, "/");
    // The page of the request has its own cookie, which reaches only its own path.
    sendOn(visit, `/oauth/interaction/${errand.interaction}`);
  }

  /** An answer that goes on for long ends when the user takes back the leave for it. */
  async function watch(response: ServerResponse, holds: () => Promise<boolean>): Promise<void> {
    const closed = new AbortController();
    response.once("close", () => closed.abort());
    while (!closed.signal.aborted) {
      await env.sleep(HOLDS_MS, closed.signal);
      if (!closed.signal.aborted && !(await holds())) response.destroy();
    }
  }

  async function lead(visit: Visit): Promise<boolean> {
    if (upstream === undefined || visit.url.pathname !== UPSTREAM_CALLBACK) {
      return (
        (await protocol.answer(visit)) ||
        (await pages.answer(visit)) ||
        (await connections.answer(visit)) ||
        (await people.answer(visit))
      );
    }
    await comeBack(visit);
    return true;
  }

  return {
    async answer(request, response, url) {
      const visit = { request, response, url };
      try {
        return await lead(visit);
      } catch (error) {
        // A person is told in a page of their own what a program is told in JSON.
        if (!(error instanceof KernelError) || error.code === "internal" || !readsPages(request)) throw error;
        sendPage(visit, messagePage("This did not work", `${error.message}.`), error.kind.status);
        return true;
      }
    },
    async person(request) {
      const session = await sessions.find(request);
      return session && { name: session.user, isOperator: session.role === "operator", signsIn: true };
    },
    async admit(need, request, response, { connection, address }) {
      if (need === "nothing") return httpCaller(undefined, connection, address);
      if (typeof need === "object") {
        const { user, leave, holds } = await bearer.check(request, need.server).catch((error) => {
          if (error instanceof Challenge) response.setHeader("www-authenticate", error.header);
          throw error;
        });
        watch(response, holds).catch((error) => log.error({ cause: String(error) }, "a long answer was not watched"));
        return httpCaller(user, connection, address, leave);
      }
      if (need === "about" && isMetricsToken(request, settings.metricsToken)) {
        return httpCaller(undefined, connection, address);
      }
      const session = await sessions.find(request);
      if (session !== undefined) return httpCaller(session.user, connection, address);
      if (request.method !== "GET" || !readsPages(request)) throw new KernelError("unauthenticated", "Sign in first");
      sendOn({ request, response, url: new URL(issuer) }, "/sign-in");
      return undefined;
    },
  };
}
