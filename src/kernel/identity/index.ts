export { authenticate, type ConnectionInfo, LOCAL_USER } from "./identity.ts";
export { requireScope, scopesOf } from "./scopes.ts";
export { createSessionMemory, type SessionMemory } from "./session-memory.ts";
