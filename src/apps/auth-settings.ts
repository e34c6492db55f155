import { z } from "zod";

/** The section `auth` of the configuration. */
export const Auth = z.strictObject({
  /** Who may call: everyone who reaches the server, or who has signed in. */
  mode: z.enum(["none", "oauth"]),
  clients: z.array(
    z.strictObject({ id: z.string().min(1), name: z.string().min(1), redirect_uris: z.array(z.url()).min(1) }),
  ),
  client_documents: z.boolean(),
  client_hosts: z.array(z.string().min(1)),
  registration: z.boolean(),
  access_token_seconds: z.int().min(30).max(86_400),
  refresh_token_days: z.int().min(1).max(3650),
  metrics_token: z.string().min(16, "at least 16 characters"),
  upstream: z.strictObject({
    issuer: z.url({ protocol: /^https?$/ }),
    client_id: z.string().min(1),
    client_secret: z.string().min(1).optional(),
    name: z.string().min(1).max(40).optional(),
    join: z.enum(["invited", "anyone"]).optional(),
  }),
});

/** What may stand inside it, for the nearest right spelling. */
export const AUTH_KEYS: Readonly<Record<string, readonly string[]>> = {
  auth: Object.keys(Auth.shape),
  "auth.clients": Object.keys(Auth.shape.clients.element.shape),
  "auth.upstream": Object.keys(Auth.shape.upstream.shape),
};

/** What the operator says about signing in. */
export interface AuthSettings {
  /** Clients that are known from the start, besides those added by command. */
  readonly clients: readonly ConfiguredClient[];
  /** Whether clients may be known by the address of a document about them, and from which hosts alone. */
  readonly clientDocuments: boolean;
  readonly clientHosts: readonly string[] | undefined;
  /** Whether any program may register itself. */
  readonly registration: boolean;
  readonly accessTokenSeconds: number;
  readonly refreshTokenDays: number;
  /** What a scraper of /metrics may show instead of signing in. */
  readonly metricsToken: string | undefined;
  readonly upstream: UpstreamSettings | undefined;
}

export interface ConfiguredClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Another OpenID provider that people sign in with. */
export interface UpstreamSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What its button says. */
  readonly name: string;
  /** Whether somebody whom nobody invited may come in. */
  readonly mayJoin: boolean;
}

/** The section as the program uses it. A secret may come from elsewhere than the file. */
export function toAuthSettings(
  given: z.infer<ReturnType<typeof Auth.partial>>,
  upstreamSecret: string | undefined,
): AuthSettings {
  const { upstream } = given;
  return {
    clients: (given.clients ?? []).map(({ id, name, redirect_uris }) => ({ id, name, redirectUris: redirect_uris })),
    clientDocuments: given.client_documents ?? true,
    clientHosts: given.client_hosts,
    registration: given.registration ?? false,
    accessTokenSeconds: given.access_token_seconds ?? 300,
    refreshTokenDays: given.refresh_token_days ?? 30,
    metricsToken: given.metrics_token,
    upstream: upstream && {
      issuer: upstream.issuer,
      clientId: upstream.client_id,
      clientSecret: upstreamSecret ?? upstream.client_secret,
      name: upstream.name ?? new URL(upstream.issuer).hostname,
      mayJoin: upstream.join === "anyone",
    },
  };
}
