export { call } from "./call.ts";
export { type Consultation, consult } from "./consult.ts";
export type { CallParts } from "./parts.ts";
export { recordedOn } from "./recorded.ts";
export { type BoundServer, bindServer, createRegistry, type Registry } from "./registry.ts";
export type { CallRequest, Outcome } from "./request.ts";
export type { RunningWorld } from "./running-world.ts";
export { derive } from "./scope.ts";
