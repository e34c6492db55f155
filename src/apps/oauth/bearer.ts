import type { IncomingMessage } from "node:http";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import type { Accounts, TokenKey } from "../../kernel/accounts/index.ts";
import { type Env, KernelError, scopesOf } from "../../kernel/serve.ts";
import type { Leave } from "../../kernel/transports/http/index.ts";
import type { Resources } from "./resources.ts";

const SKEW_S = 5;

/** A program with leave to act for somebody, as its token shows. */
export interface Bearer {
  readonly user: string;
  readonly leave: Leave;
  /** Whether that still holds: the consent may be taken back while something is being answered. */
  holds(): Promise<boolean>;
}

/** Says who a token makes somebody, or refuses it with how to get a right one. */
export interface BearerCheck {
  check(request: IncomingMessage, server: string): Promise<Bearer>;
}

/** A refusal with the header that tells a program what to do. */
export class Challenge extends KernelError {
  readonly header: string;

  constructor(message: string, header: string) {
    super("unauthenticated", message);
    this.header = header;
  }
}

export interface BearerOptions {
  readonly issuer: string;
  readonly resources: Resources;
  readonly keys: readonly TokenKey[];
  readonly accounts: Accounts;
  readonly env: Env;
}

export function createBearerCheck({ issuer, resources, keys, accounts, env }: BearerOptions): BearerCheck {
  const known = createLocalJWKSet({ keys: keys.map(({ d: _private, ...key }) => key) });

  function challenge(server: string, fields: Readonly<Record<string, string>>): string {
    const all = { ...fields, resource_metadata: resources.metadataUrl(server) };
    return `Bearer ${Object.entries(all)
      .map(([name, value]) => `${name}="${value}"`)
      .join(", ")}`;
  }

  async function refuse(server: string, reason: string): Promise<never> {
    await accounts.refused("bearer", { server, reason });
    const header = challenge(server, {
      error: "invalid_token",
      error_description: "The token does not hold here",
      scope: scopesOf(server).join(" "),
    });
    throw new Challenge("This token does not hold here; sign in again", header);
  }

  async function verified(token: string, server: string): Promise<JWTPayload> {
    const resource = resources.of(server);
    const { payload, protectedHeader } = await jwtVerify(token, known, {
      algorithms: ["ES256"],
      typ: "at+jwt",
      issuer,
      audience: resource,
      requiredClaims: ["exp", "iat", "sub", "client_id", "gid"],
      clockTolerance: SKEW_S,
      currentDate: new Date(env.now()),
    });
    // A token for several places could be carried from one to another.
    if (payload.aud !== resource) throw new TypeError("more than one audience");
    if (protectedHeader.kid === undefined) throw new TypeError("no key is named");
    return payload;
  }

  return {
    async check(request, server) {
      if (hasTokenInAddress(request)) {
        await accounts.refused("bearer", { server, reason: "token_in_address" });
        throw new KernelError(
          "invalid_request",
          "A token never goes into an address; send it in the header Authorization",
        );
      }
      const token = tokenOf(request);
      if (token === undefined) {
        const header = challenge(server, { scope: scopesOf(server).join(" ") });
        throw new Challenge("Sign in: send a token in the header Authorization", header);
      }
      const payload = await verified(token, server).catch(async (error) => refuse(server, reasonOf(error)));
      const { sub = "", client_id: agent = "", gid = "", scope } = payload as JWTPayload & Record<string, string>;
      const holds = () => accounts.artifacts.holds(gid, sub);
      if (!(await holds())) await refuse(server, "revoked");
      const scopes = String(scope ?? "").split(" ");
      if (!scopesOf(server).some((known) => scopes.includes(known))) await refuse(server, "no_scope");
      const leave: Leave = {
        agent,
        scopes,
        challenge: (needed) => challenge(server, { error: "insufficient_scope", scope: needed }),
      };
      return { user: sub, leave, holds };
    },
  };
}

/** A token has one place: what stands in an address is written down by everything on its way. */
function hasTokenInAddress({ url }: IncomingMessage): boolean {
  return URL.parse(url ?? "/", "http://localhost")?.searchParams.has("access_token") === true;
}

function tokenOf(request: IncomingMessage): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header)?.[1];
  if (token === undefined) throw new KernelError("invalid_request", "The header Authorization must be Bearer TOKEN");
  return token;
}

/** Which rule a token broke, in a word; never anything of the token. */
function reasonOf(error: unknown): string {
  const { code, claim } = error as { code?: string; claim?: string };
  return code === undefined ? "invalid" : [code.replace(/^ERR_/, "").toLowerCase(), claim].filter(Boolean).join(":");
}
