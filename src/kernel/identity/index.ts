export { authenticate, type ConnectionInfo, LOCAL_USER } from "./identity.ts";
export { createSessionMemory, type SessionMemory } from "./session-memory.ts";
