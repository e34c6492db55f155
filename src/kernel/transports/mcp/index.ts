export { announceList } from "./announce-list.ts";
export { createMcpServer } from "./mcp-server.ts";
export { DEFAULT_MESSAGE_LIMITS, type MessageLimits } from "./message-limits.ts";
export type { OpenConnection, TransportParts } from "./open-connection.ts";
export { completePlain } from "./plain-client.ts";
export { readListen } from "./read-listen.ts";
export { createStateSeal } from "./state-seal.ts";
export { parseInTurns, parseMessage, type RefusedMessage } from "./strict-json.ts";
export { createResourceWatch, type ResourceWatch } from "./watch-resources.ts";
