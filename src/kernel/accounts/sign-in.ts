import { KernelError } from "../errors.ts";
import { note } from "./audit.ts";
import type { Guesses } from "./guesses.ts";
import type { Ground } from "./parts.ts";
import type { Passwords } from "./passwords.ts";
import { findExternalUser, findUser, insertUser, replaceUser } from "./store/user-store.ts";
import { requireUserName, type User } from "./user.ts";
import { newRow, toUser } from "./users.ts";

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

export function createSignIns({ env, write, refused }: Ground, passwords: Passwords, guesses: Guesses): SignIns {
  async function fail(): Promise<never> {
    await refused("sign_in", { by: "password" });
    // The same words whether the name, the password or both are wrong: nobody learns who has an account.
    throw new KernelError("unauthenticated", "This name and password do not belong together");
  }

  return {
    async withPassword(name, password) {
      // Each try counts as wrong until it proves right: tries at the same moment would else all be free.
      const [user, waitMs] = await write(async (sql) => {
        const wait = await guesses.waitMs(sql, name);
        if (wait === 0) await guesses.failed(sql, name);
        return [await findUser(sql, name), wait] as const;
      });
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        throw new KernelError("rate_limited", "Too many wrong passwords; wait a little", {
          retry_after_seconds: seconds,
        });
      }
      const isRight = await passwords.matches(password, user?.state === "active" ? user.password_hash : null);
      if (user === undefined || !isRight) return fail();
      await write(async (sql) => {
        await guesses.forget(sql, name);
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
