export type { TransportParts } from "./open-connection.ts";
export { createStateSeal } from "./state-seal.ts";
