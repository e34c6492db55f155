export { authenticate, type ConnectionInfo, LOCAL_USER } from "./identity.ts";
