import { KernelError } from "../errors.ts";
import { note } from "./audit.ts";
import type { Ground } from "./parts.ts";
import type { Passwords } from "./passwords.ts";
import { findExternalUser, findUser, insertUser, replaceUser } from "./store/user-store.ts";
import { requireUserName, type User } from "./user.ts";
import { newRow, toUser } from "./users.ts";

/** After so many wrong passwords each further one costs a wait, which doubles up to a minute. */
const FREE_FAILURES = 5;
const LOCK_MS_MAX = 60_000;

/** What another provider said about somebody, checked. */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Only where the provider has verified it. */
  readonly email: string | undefined;
  /** Whether somebody whom nobody invited may come in. */
  readonly mayJoin: boolean;
}

/** Finds out who somebody is. */
export interface SignIns {
  withPassword(name: string, password: string): Promise<User>;
  withProvider(identity: ExternalIdentity): Promise<User>;
}

export function createSignIns({ env, read, write, refused }: Ground, passwords: Passwords): SignIns {
  async function fail(name: string): Promise<never> {
    await write(async (sql) => {
      const user = await findUser(sql, name);
      if (user === undefined) return;
      const failures = user.failures + 1;
      const waitMs = failures < FREE_FAILURES ? 0 : Math.min(LOCK_MS_MAX, 1000 * 2 ** (failures - FREE_FAILURES));
      await replaceUser(sql, { ...user, failures, locked_until: env.now() + waitMs });
    });
    await refused("sign_in", { by: "password" });
    // The same words whether the name, the password or both are wrong: nobody learns who has an account.
    throw new KernelError("unauthenticated", "This name and password do not belong together");
  }

  return {
    async withPassword(name, password) {
      const user = await read((sql) => findUser(sql, name));
      if (user !== undefined && user.locked_until > env.now()) {
        const seconds = Math.ceil((user.locked_until - env.now()) / 1000);
        throw new KernelError("rate_limited", "Too many wrong passwords; wait a little", {
          retry_after_seconds: seconds,
        });
      }
      const isRight = await passwords.matches(password, user?.state === "active" ? user.password_hash : null);
      if (user === undefined || !isRight) return fail(name);
      await write(async (sql) => {
        const now = await findUser(sql, name);
        if (now !== undefined) await replaceUser(sql, { ...now, failures: 0, locked_until: 0 });
        await note(sql, env, "sign_in", "signed_in", { user: name, by: "password" }, name);
      });
      return toUser(user);
    },

    withProvider: ({ issuer, subject, email, mayJoin }) =>
      write(async (sql) => {
        const externalId = `${issuer}|${subject}`;
        const strangers = () =>
          new KernelError("unauthenticated", "Nobody here has this account; ask an operator to invite you by e-mail");
        const known = await findExternalUser(sql, externalId);
        if (known !== undefined && known.state !== "active") throw strangers();
        let user = known;
        if (user === undefined) {
          if (email === undefined) throw strangers();
          const name = requireUserName(email.toLowerCase());
          const invited = await findUser(sql, name);
          // Somebody with a password of their own is not taken over by whoever controls a mailbox.
          if (invited !== undefined && invited.state !== "invited") throw strangers();
          if (invited === undefined && !mayJoin) throw strangers();
          user = { ...(invited ?? newRow(name, "member", "active", env.now(), null)), external_id: externalId };
          user = { ...user, state: "active" };
          await (invited === undefined ? insertUser(sql, user) : replaceUser(sql, user));
          await note(sql, env, "users", invited === undefined ? "user_added" : "invitation_accepted", {
            user: name,
            role: user.role,
          });
        }
        await note(sql, env, "sign_in", "signed_in", { user: user.name, by: "provider" }, user.name);
        return toUser(user);
      }),
  };
}
