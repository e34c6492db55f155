export { toClientMetadata } from "./client-metadata.ts";
export { openSignIn } from "./open-sign-in.ts";
