export { secretFile } from "./secret-file.ts";
export { createSessionIds, type SessionIds } from "./session-ids.ts";
export { newSigningKey, pemOf, readSigningKey, signingKey } from "./signing-key.ts";
export { type TokenKey, tokenKeys } from "./token-keys.ts";
