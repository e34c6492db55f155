export { type HttpCaller, httpCaller, type Leave } from "./http-caller.ts";
export { answerFailure, type HttpMount, mountHttp } from "./http-mount.ts";
export { createLegacySse, type LegacySse } from "./legacy-sse.ts";
export { type BodyLimits, createBodies } from "./receive-body.ts";
