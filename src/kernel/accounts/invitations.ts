import { KernelError } from "../errors.ts";
import { note } from "./audit.ts";
import type { Ground } from "./parts.ts";
import type { Passwords } from "./passwords.ts";
import { findUser, insertUser, listUsers, replaceUser, type UserRole } from "./store/user-store.ts";
import type { Tickets } from "./tickets.ts";
import { requirePassword, requireUserName, type User } from "./user.ts";
import { newRow, requireFreeName, toUser } from "./users.ts";

const HOUR_MS = 3_600_000;
const INVITED_MS = 72 * HOUR_MS;
const FIRST_MS = 24 * HOUR_MS;

/** A way in for somebody who has no password yet. */
export interface Invitation {
  /** Whom it is for; undefined where the first user chooses a name. */
  readonly name: string | undefined;
}

export interface Invitations {
  /** Invites somebody new, or again somebody who has not come yet; the secret goes into a link. */
  invite(name: string, role: UserRole, by?: string): Promise<string>;
  /** A secret for the first user; undefined once there is anybody. */
  inviteFirst(): Promise<string | undefined>;
  read(secret: string): Promise<Invitation | undefined>;
  /** Uses it up: its user can sign in from now on. */
  accept(secret: string, name: string | undefined, password: string): Promise<User>;
}

export function createInvitations({ env, read, write }: Ground, passwords: Passwords, tickets: Tickets): Invitations {
  const gone = () => new KernelError("not_found", "This invitation was used or is too old; ask for a new one");

  return {
    async invite(name, role, by) {
      requireUserName(name);
      return write(async (sql) => {
        const known = await findUser(sql, name);
        if (known?.state === "invited") await replaceUser(sql, { ...known, role });
        else {
          await requireFreeName(sql, name);
          await insertUser(sql, newRow(name, role, "invited", env.now(), null));
        }
        await note(sql, env, "users", "user_invited", { user: name, role }, by);
        return tickets.issue("invitation", { user: name }, INVITED_MS, sql);
      });
    },
    async inviteFirst() {
      if ((await read(listUsers)).length > 0) return undefined;
      return tickets.issue("first-user", {}, FIRST_MS);
    },
    async read(secret) {
      const invited = await tickets.read("invitation", secret);
      if (invited !== undefined) return { name: String(invited.user) };
      const first = await tickets.read("first-user", secret);
      return first && { name: undefined };
    },
    async accept(secret, name, password) {
      const hash = await passwords.hash(requirePassword(password));
      return write(async (sql) => {
        const invited = await tickets.take("invitation", secret, sql);
        if (invited === undefined) {
          if ((await tickets.take("first-user", secret, sql)) === undefined) throw gone();
          if ((await listUsers(sql)).length > 0) throw gone();
          const first = newRow(requireUserName(name ?? ""), "operator", "active", env.now(), hash);
          await insertUser(sql, first);
          await note(sql, env, "users", "user_added", { user: first.name, role: first.role });
          return toUser(first);
        }
        const user = await findUser(sql, String(invited.user));
        if (user?.state !== "invited") throw gone();
        const active = { ...user, state: "active" as const, password_hash: hash };
        await replaceUser(sql, active);
        await note(sql, env, "users", "invitation_accepted", { user: user.name }, user.name);
        return toUser(active);
      });
    },
  };
}
