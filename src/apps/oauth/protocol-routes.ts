import type { IncomingMessage } from "node:http";
import type { Provider } from "oidc-provider";
import { scopesOf } from "../../kernel/serve.ts";
import { setCookie } from "../server/index.ts";
import type { Interactions } from "./interactions.ts";
import { ROUTES } from "./provider.ts";
import type { Resources } from "./resources.ts";
import { requireMethod, sendJson, type Visit } from "./visit.ts";

const DISCOVERY = new Set(["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]);

export interface ProtocolRouteParts {
  readonly provider: Provider;
  readonly interactions: Interactions;
  readonly resources: Resources;
  readonly issuer: string;
}

/** What programs speak: metadata, and the endpoints of the authorization server. */
export interface ProtocolRoutes {
  answer(visit: Visit): Promise<boolean>;
}

export function createProtocolRoutes({
  provider,
  interactions,
  resources,
  issuer,
}: ProtocolRouteParts): ProtocolRoutes {
  const answerOAuth = provider.callback();

  function sendMetadata(visit: Visit, server: string): void {
    requireMethod(visit, "GET", "HEAD");
    visit.response.setHeader("access-control-allow-origin", "*");
    sendJson(visit, {
      resource: resources.of(server),
      authorization_servers: [issuer],
      scopes_supported: scopesOf(server),
      bearer_methods_supported: ["header"],
      resource_name: `Bailiwick ${server}`,
    });
  }

  return {
    async answer(visit) {
      const { pathname } = visit.url;
      const server = resources.serverOfMetadata(pathname);
      if (server !== undefined) sendMetadata(visit, server);
      else if (pathname.startsWith(`${ROUTES.interaction}/`)) {
        asIssuer(visit.request, issuer);
        await interactions.answer(visit);
      } else if (DISCOVERY.has(pathname) || pathname.startsWith("/oauth/")) {
        asIssuer(visit.request, issuer);
        if (pathname === ROUTES.authorization) prepareAuthorization(visit, resources);
        await answerOAuth(visit.request, visit.response);
      } else return false;
      return true;
    },
  };
}

/** By whichever name it was reached, what the authorization server says of itself follows from its one address. */
function asIssuer({ headers }: IncomingMessage, issuer: string): void {
  const { host, protocol } = new URL(issuer);
  for (const name of Object.keys(headers)) if (name.startsWith("x-forwarded-")) delete headers[name];
  headers.host = host;
  headers["x-forwarded-proto"] = protocol.slice(0, -1);
}

/**
 * Each request for leave begins anew: no cookie of an earlier one says who the user is. One that names no scope asks for
 * what its server allows without destroying anything.
 */
function prepareAuthorization({ request, response, url }: Visit, { serverAt }: Resources): void {
  const kept = (request.headers.cookie ?? "").split(";").filter((pair) => !/^\s*bailiwick_oauth(\.sig)?=/.test(pair));
  for (const name of ["bailiwick_oauth", "bailiwick_oauth.sig"]) {
    setCookie(response, name, "", { sameSite: "Lax", maxAgeSeconds: 0 });
  }
  if (kept.join(";").trim() === "") delete request.headers.cookie;
  else request.headers.cookie = kept.join(";");
  const server = serverAt(url.searchParams.get("resource") ?? "");
  if (request.method !== "GET" || server === undefined || url.searchParams.has("scope")) return;
  url.searchParams.set("scope", scopesOf(server).slice(0, 2).join(" "));
  request.url = `${url.pathname}${url.search}`;
}
