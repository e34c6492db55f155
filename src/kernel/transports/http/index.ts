export { answerFailure, type HttpMount, mountHttp } from "./http-mount.ts";
export { createLegacySse, type LegacySse } from "./legacy-sse.ts";
export type { HttpCaller } from "./sessions.ts";
