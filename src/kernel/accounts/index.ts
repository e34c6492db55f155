export type { TokenKey } from "../keys/index.ts";
export { type Accounts, openAccounts } from "./accounts.ts";
export type { ActiveConnection, Connection } from "./connections.ts";
export type { SignedIn } from "./sessions.ts";
export type { UserRole } from "./store/user-store.ts";
export type { User } from "./user.ts";
