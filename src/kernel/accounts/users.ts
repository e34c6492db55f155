import { KernelError } from "../errors.ts";
import type { Sql } from "../sql.ts";
import { note } from "./audit.ts";
import type { Guesses } from "./guesses.ts";
import type { Ground } from "./parts.ts";
import type { Passwords } from "./passwords.ts";
import { deleteArtifactsOf } from "./store/artifact-store.ts";
import { deleteConnectionsOf } from "./store/connection-store.ts";
import { deleteSessionsOf } from "./store/session-store.ts";
import {
  findUser,
  insertUser,
  listUsers,
  replaceUser,
  type UserRole,
  type UserRow,
  type UserState,
} from "./store/user-store.ts";
import { requirePassword, requireUserName, type User } from "./user.ts";

export interface NewUser {
  readonly name: string;
  readonly role: UserRole;
  readonly password: string;
}

/** Who there is. Every change is an entry of the log of accounts. */
export interface Users {
  list(): Promise<User[]>;
  find(name: string): Promise<User | undefined>;
  /** Adds one who can sign in at once. */
  add(user: NewUser, by?: string): Promise<User>;
  setPassword(name: string, password: string, by?: string): Promise<void>;
  setRole(name: string, role: UserRole, by?: string): Promise<void>;
  /** A disabled user is signed out everywhere and cannot sign in until enabled. */
  disable(name: string, by?: string): Promise<void>;
  enable(name: string, by?: string): Promise<void>;
  /** Ends every session, consent and connection; the user may sign in again. */
  signOut(name: string, by?: string): Promise<void>;
  /** Takes away every way to sign in, for good. What was stored stays, and so the name stays taken. */
  remove(name: string, by?: string): Promise<void>;
}

export function createUsers({ env, read, write }: Ground, passwords: Passwords, guesses: Guesses): Users {
  /** Changes one user in one transaction with the entry that says so. */
  async function change(
    name: string,
    by: string | undefined,
    kind: string,
    work: (user: UserRow, sql: Sql) => Promise<Partial<UserRow>>,
  ): Promise<void> {
    await write(async (sql) => {
      const user = await requireUser(sql, name);
      const changed = { ...user, ...(await work(user, sql)) };
      await requireAnOperator(sql, user, changed);
      await replaceUser(sql, changed);
      await note(sql, env, "users", kind, { user: name, role: changed.role, state: changed.state }, by);
    });
  }

  return {
    list: async () => (await read(listUsers)).map(toUser),
    async find(name) {
      const row = await read((sql) => findUser(sql, name));
      return row && toUser(row);
    },
    async add({ name, role, password }, by) {
      requireUserName(name);
      const hash = await passwords.hash(requirePassword(password));
      return write(async (sql) => {
        await requireFreeName(sql, name);
        const row = newRow(name, role, "active", env.now(), hash);
        await insertUser(sql, row);
        await note(sql, env, "users", "user_added", { user: name, role }, by);
        return toUser(row);
      });
    },
    async setPassword(name, password, by) {
      const hash = await passwords.hash(requirePassword(password));
      await change(name, by, "password_set", async (user, sql) => {
        // Whoever knew the old one is no longer signed in.
        await deleteSessionsOf(sql, name);
        await guesses.forget(sql, name);
        return {
          password_hash: hash,
          ...(user.state === "invited" && { state: "active" as const }),
        };
      });
    },
    setRole: (name, role, by) => change(name, by, "role_set", async () => ({ role })),
    disable: (name, by) =>
      change(name, by, "user_disabled", async (_user, sql) => {
        await endAccess(sql, name);
        return { state: "disabled" };
      }),
    enable: (name, by) =>
      change(name, by, "user_enabled", async (user) => ({
        state: user.password_hash === null && user.external_id === null ? "invited" : "active",
      })),
    signOut: (name, by) =>
      change(name, by, "signed_out_everywhere", async (_user, sql) => {
        await endAccess(sql, name);
        return {};
      }),
    remove: (name, by) =>
      change(name, by, "user_removed", async (_user, sql) => {
        await endAccess(sql, name);
        return { state: "removed", password_hash: null, external_id: null };
      }),
  };
}

export function newRow(
  name: string,
  role: UserRole,
  state: UserState,
  createdAt: number,
  passwordHash: string | null,
): UserRow {
  return {
    name,
    role,
    state,
    password_hash: passwordHash,
    external_id: null,
    failures: 0,
    locked_until: 0,
    created_at: createdAt,
  };
}

export function toUser(row: UserRow): User {
  return {
    name: row.name,
    role: row.role,
    state: row.state,
    signsInBy: [
      ...(row.password_hash === null ? [] : (["password"] as const)),
      ...(row.external_id === null ? [] : (["provider"] as const)),
    ],
    createdAt: row.created_at,
  };
}

async function requireUser(sql: Sql, name: string): Promise<UserRow> {
  const user = await findUser(sql, name);
  if (user === undefined || user.state === "removed")
    throw new KernelError("not_found", "There is no user of this name");
  return user;
}

export async function requireFreeName(sql: Sql, name: string): Promise<void> {
  const taken = await findUser(sql, name);
  if (taken === undefined) return;
  throw new KernelError(
    "conflict",
    taken.state === "removed"
      ? "A removed user had this name, and what they stored is still there; choose another name"
      : "There is a user of this name already",
  );
}

/** Where there was somebody who can invite others, there must be one afterwards. */
async function requireAnOperator(sql: Sql, before: UserRow, after: UserRow): Promise<void> {
  const runs = ({ role, state }: UserRow) => role === "operator" && state === "active";
  if (!runs(before) || runs(after)) return;
  const others = (await listUsers(sql)).filter((user) => user.name !== before.name && runs(user));
  if (others.length === 0) throw new KernelError("conflict", "This is the last operator; make another one first");
}

/** Signs a user out of every browser, client and connection. */
async function endAccess(sql: Sql, name: string): Promise<void> {
  await deleteSessionsOf(sql, name);
  await deleteArtifactsOf(sql, name);
  await deleteConnectionsOf(sql, name);
}
