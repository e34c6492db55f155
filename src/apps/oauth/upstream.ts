import { createHash } from "node:crypto";
import type { Configuration } from "openid-client";
import type { Accounts, User } from "../../kernel/accounts/index.ts";
import { type Env, KernelError } from "../../kernel/serve.ts";
import type { UpstreamSettings } from "../auth-settings.ts";
import { readCookie, setCookie } from "../server/index.ts";
import type { Visit } from "./visit.ts";

const STATE_MS = 600_000;
const COOKIE = "bailiwick_elsewhere";
const KIND = "elsewhere";
const SECRET_BYTES = 32;

/** Where people come back to from the other provider. */
export const UPSTREAM_CALLBACK = "/oauth/provider/callback";

/** What is to go on once somebody has signed in elsewhere: a request of a program, or signing in to the page. */
export interface Errand {
  readonly interaction?: string;
  readonly clientId?: string;
}

/** Signing in with another OpenID provider. Only who they are is taken from it: its tokens are dropped here. */
export interface Upstream {
  readonly name: string;
  /** Where forms that begin it are sent on to. */
  readonly places: readonly string[];
  /** Where to send the browser. */
  begin(visit: Visit, errand: Errand): Promise<string>;
  /** Who has come back, and what is to go on. */
  finish(visit: Visit): Promise<{ readonly user: User; readonly errand: Errand }>;
}

export interface UpstreamOptions {
  readonly settings: UpstreamSettings;
  readonly issuer: string;
  readonly accounts: Accounts;
  readonly env: Env;
}

export function createUpstream({ settings, issuer, accounts, env }: UpstreamOptions): Upstream {
  const redirectUri = `${issuer}${UPSTREAM_CALLBACK}`;
  const secure = issuer.startsWith("https:");
  const cookie = secure ? `__Host-${COOKIE}` : COOKIE;
  let found: Promise<Configuration> | undefined;

  const secret = () => Buffer.from(env.randomBytes(SECRET_BYTES)).toString("base64url");
  const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

  /** Asked for at the first use: a provider that is down must not keep ours from starting. */
  async function provider(): Promise<Configuration> {
    found ??= discover(settings);
    try {
      return await found;
    } catch (error) {
      found = undefined;
      throw new KernelError(
        "storage_unavailable",
        `${settings.name} does not answer; try again, or sign in with a password`,
        {},
        { cause: error },
      );
    }
  }

  return {
    name: settings.name,
    places: [new URL(settings.issuer).origin],
    async begin({ response }, errand) {
      const [browser, verifier, nonce] = [secret(), secret(), secret()];
      const state = await accounts.tickets.issue(
        KIND,
        { browser: hash(`${browser} ${errand.clientId ?? ""}`), verifier, nonce, errand: { ...errand } },
        STATE_MS,
      );
      setCookie(response, cookie, browser, { sameSite: "Lax", secure, maxAgeSeconds: STATE_MS / 1000 });
      const { buildAuthorizationUrl } = await import("openid-client");
      const address = buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: "openid email",
        state,
        nonce,
        code_challenge: hash(verifier),
        code_challenge_method: "S256",
      });
      return address.href;
    },
    async finish({ request, response, url }) {
      const state = url.searchParams.get("state") ?? "";
      // Taken out first: whatever comes of it, it comes once.
      const kept = await accounts.tickets.take(KIND, state);
      const { browser, verifier, nonce, errand } = (kept ?? {}) as Record<string, string> & { errand: Errand };
      const isSameBrowser = browser === hash(`${readCookie(request, cookie) ?? ""} ${errand?.clientId ?? ""}`);
      if (kept === undefined || !isSameBrowser) {
        await accounts.refused("sign_in", { by: "provider", reason: "state" });
        throw new KernelError("forbidden", "This answer was not asked for in this browser; begin again");
      }
      setCookie(response, cookie, "", { sameSite: "Lax", secure, maxAgeSeconds: 0 });
      const { authorizationCodeGrant } = await import("openid-client");
      const answered = new URL(redirectUri);
      answered.search = url.search;
      const tokens = await authorizationCodeGrant(await provider(), answered, {
        expectedState: state,
        ...(nonce !== undefined && { expectedNonce: nonce }),
        ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
        idTokenExpected: true,
      }).catch(async (error) => {
        await accounts.refused("sign_in", { by: "provider", reason: "answer" });
        throw new KernelError("unauthenticated", `${settings.name} did not sign you in`, {}, { cause: error });
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new KernelError("unauthenticated", `${settings.name} did not say who you are`);
      const user = await accounts.signIns.withProvider({
        issuer: settings.issuer,
        subject: claims.sub,
        email: claims.email_verified === true && typeof claims.email === "string" ? claims.email : undefined,
        mayJoin: settings.mayJoin,
      });
      return { user, errand };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: UpstreamSettings): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await import("openid-client");
  const address = new URL(issuer);
  // Plain HTTP only where nobody is on the way.
  const isLocal = address.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(address.hostname);
  const options = isLocal ? { execute: [allowInsecureRequests] } : {};
  return discovery(address, clientId, clientSecret, undefined, options);
}
