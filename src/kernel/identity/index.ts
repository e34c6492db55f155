export { authenticate, type ConnectionInfo, INSTALLATION, LOCAL_USER } from "./identity.ts";
export { createSessionMemory, type SessionMemory } from "./session-memory.ts";
