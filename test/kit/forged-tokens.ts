import { importJWK, type JWTPayload, SignJWT } from "jose";
import { type OAuthTestOptions, openOAuth } from "./oauth.ts";

/** A server with sign-in, and what signs tokens with its own key: honest in everything but what it is told to change. */
export async function openForger(options: OAuthTestOptions = {}) {
  const opened = await openOAuth(options);
  const { client, accounts } = opened;
  const good = await client.tokens({ scope: "openid conformance:read conformance:write" });
  const [, body = ""] = good.access_token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as JWTPayload;
  const [key] = await accounts.tokenKeys();
  if (key === undefined) throw new Error("no key");
  const secret = await importJWK({ ...key }, "ES256");

  const sign = (changed: Record<string, unknown>, header: Record<string, unknown> = {}) => {
    const payload = Object.fromEntries(
      Object.entries({ ...claims, ...changed }).filter(([, value]) => value !== undefined),
    );
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: key.kid, ...header })
      .sign(secret);
  };
  return { ...opened, good, claims, key, sign };
}
