import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** Another company's OpenID provider, where somebody is signed in and agrees to everything. */
export async function startIdentityProvider(person: Person) {
  const server = createServer((request, response) => void handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const redirects: string[] = [];
  const given: string[] = [];
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of the other provider"] },
    clients: [
      {
        client_id: "bailiwick",
        client_secret: "the secret between the two",
        redirect_uris: ["http://127.0.0.1/replaced"],
      },
    ],
    features: { devInteractions: { enabled: false } },
    conformIdTokenClaims: false,
    claims: { email: ["email", "email_verified"], openid: ["sub"] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, sub) => ({ accountId: sub, claims: async () => ({ ...person, sub }) }),
  });
  // The address of ours is known only once it listens.
  Object.defineProperty(provider.Client.prototype, "redirectUriAllowed", {
    value: (address: string) => redirects.includes(address),
  });
  provider.on("access_token.issued", ({ jti }) => void given.push(jti));
  provider.on("access_token.saved", ({ jti }) => void given.push(jti));
  const answer = provider.callback();

  async function handle(request: Parameters<typeof answer>[0], response: Parameters<typeof answer>[1]): Promise<void> {
    if (request.url?.startsWith("/interaction/") !== true) return void answer(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) });
    grant.addOIDCScope("openid email");
    const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  }

  return { issuer, redirects, given };
}
