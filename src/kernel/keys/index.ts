export { secretFile } from "./secret-file.ts";
export { signingKey } from "./signing-key.ts";
