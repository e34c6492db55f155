import {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { Accounts, TokenKey } from "../../kernel/accounts/index.ts";
import { type Logger, scopesOf } from "../../kernel/serve.ts";
import type { AuthSettings } from "../auth-settings.ts";
import { createAdapter } from "./adapter.ts";
import { CONNECTIONS_CLIENT } from "./client-metadata.ts";
import { errorPage } from "./pages/error-page.ts";
import { pageHeaders } from "./pages/layout.ts";
import type { Resources } from "./resources.ts";
import type { createSafeFetch } from "./safe-fetch.ts";

const MINUTE_S = 60;
const DAY_S = 86_400;
/** A connection holds until its user takes it back. */
const CONNECTION_DAYS = 3650;

export interface ProviderOptions {
  readonly issuer: string;
  readonly resources: Resources;
  readonly accounts: Accounts;
  readonly settings: AuthSettings;
  readonly clients: readonly ClientMetadata[];
  readonly keys: readonly TokenKey[];
  readonly cookieKey: string;
  readonly fetch: ReturnType<typeof createSafeFetch>;
  readonly log: Logger;
}

/** Where the authorization server answers. */
export const ROUTES = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  jwks: "/oauth/jwks",
  revocation: "/oauth/revoke",
  registration: "/oauth/register",
  interaction: "/oauth/interaction",
} as const;

/** The authorization server: code with PKCE, refresh tokens that work once, tokens for one server each; nothing else. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, accounts, settings, log } = options;
  const provider = new Provider(issuer, configurationOf(options));
  // Addresses in answers follow from the issuer alone; see `asIssuer`.
  provider.proxy = true;
  provider.on("server_error", (_context, error) => {
    log.error({ cause: error.stack ?? error.message }, "the authorization server failed");
  });
  const refused = (at: string) => (context: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    const payload = { reason: error.error, at, client: context.oidc?.client?.clientId ?? null };
    accounts.refused("oauth", payload).catch((failure) => log.error({ cause: String(failure) }, "not recorded"));
  };
  provider.on("authorization.error", refused("authorize"));
  provider.on("grant.error", refused("token"));
  provider.on("revocation.error", refused("revoke"));
  provider.on("registration_create.error", refused("register"));
  if (settings.registration) log.warn({}, "every program may register itself as a client");
  return provider;
}

function configurationOf(options: ProviderOptions): Configuration {
  const { resources, accounts, settings, clients, keys, cookieKey } = options;
  const secure = options.issuer.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", secure, signed: true } as const;
  return {
    adapter: createAdapter(accounts),
    clients: [...clients],
    jwks: { keys: [...keys] },
    cookies: {
      keys: [cookieKey],
      names: { session: "bailiwick_oauth", interaction: "bailiwick_asked", resume: "bailiwick_resume" },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: ROUTES.authorization,
      token: ROUTES.token,
      jwks: ROUTES.jwks,
      revocation: ROUTES.revocation,
      registration: ROUTES.registration,
    },
    responseTypes: ["code"],
    scopes: ["openid", "offline_access"],
    // Those of the servers are the servers' own; here they are only told.
    discovery: { scopes_supported: ["openid", "offline_access", ...resources.scopes] },
    pkce: { required: () => true },
    clientAuthMethods: ["none", "private_key_jwt"],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    },
    enabledJWA: {
      idTokenSigningAlgValues: ["ES256"],
      clientAuthSigningAlgValues: ["ES256", "EdDSA", "PS256", "RS256"],
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    extraTokenClaims: async (_context, token) => ("grantId" in token ? { gid: token.grantId as string } : undefined),
    // A consent is asked for each time: neither a cookie nor an earlier consent answers for the user.
    loadExistingGrant: async ({ oidc }) => {
      const { grantId } = (oidc.result?.consent ?? {}) as { grantId?: string };
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    interactions: {
      policy: interactionPolicy.base(),
      url: (_context, interaction) => `${ROUTES.interaction}/${interaction.uid}`,
    },
    async findAccount(_context, sub) {
      const user = await accounts.users.find(sub);
      return user?.state === "active" ? { accountId: sub, claims: async () => ({ sub }) } : undefined;
    },
    renderError(context, out) {
      for (const [name, value] of Object.entries(pageHeaders())) context.set(name, value);
      context.type = "html";
      context.body = errorPage(out.error, out.error_description);
    },
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      AuthorizationCode: MINUTE_S,
      RefreshToken: (_context, _token, client) => lifeOf(client.clientId, settings),
      Grant: (_context, grant) => lifeOf(grant.clientId ?? "", settings),
      IdToken: 5 * MINUTE_S,
      Interaction: 10 * MINUTE_S,
      Session: 10 * MINUTE_S,
    },
    fetch: options.fetch,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // A program may give back what is its own.
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      registration: { enabled: settings.registration, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: settings.clientDocuments,
        ack: "draft-02",
        allowFetch: (_context: unknown, clientId: string) =>
          settings.clientHosts === undefined || settings.clientHosts.includes(new URL(clientId).hostname),
      },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        defaultResource: (context, _client, oneOf) => oneOf ?? resourceMeant(context.oidc.params, resources),
        getResourceServerInfo(_context, resource) {
          const server = resources.serverAt(resource);
          if (server === undefined) throw new errors.InvalidTarget("there is no such server here");
          return {
            scope: scopesOf(server).join(" "),
            audience: resource,
            accessTokenFormat: "jwt",
            accessTokenTTL: settings.accessTokenSeconds,
            jwt: { sign: { alg: "ES256" } },
          };
        },
      },
    } as Configuration["features"],
  } as Configuration;
}

function lifeOf(clientId: string, { refreshTokenDays }: AuthSettings): number {
  return (clientId === CONNECTIONS_CLIENT ? CONNECTION_DAYS : refreshTokenDays) * DAY_S;
}

/** Older programs name no resource: their scopes tell, or that there is only one server. */
function resourceMeant(params: { scope?: unknown } | undefined, { servers, of }: Resources): string {
  const asked = new Set(String(params?.scope ?? "").split(" "));
  const meant = servers.filter((server) => scopesOf(server).some((scope) => asked.has(scope)));
  const [only] = meant.length > 0 ? meant : servers;
  if (only === undefined || meant.length > 1 || (meant.length === 0 && servers.length > 1)) {
    throw new errors.InvalidTarget("name the server with the parameter resource");
  }
  return of(only);
}
