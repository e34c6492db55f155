import { KernelError } from "../errors.ts";
import { note } from "./audit.ts";
import type { Ground } from "./parts.ts";
import { hashSecret, newSecret } from "./secret.ts";
import { deleteOldSessions, deleteSession, findSession, insertSession, touchSession } from "./store/session-store.ts";
import { findUser, type UserRole } from "./store/user-store.ts";

const DAY_MS = 86_400_000;
/** A browser stays signed in so long, and so long without being used. */
const LIFE_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;
/** How often its use is written down. */
const TOUCH_MS = 60_000;

export interface SignedIn {
  readonly user: string;
  readonly role: UserRole;
  /** What is kept of the session's secret. */
  readonly idHash: string;
}

/** Who is signed in, with which browser; and the tokens that people copy out of it. */
export interface Sessions {
  /** Begins one; its secret goes into a cookie. */
  begin(user: string): Promise<string>;
  /** Whose it is, unless it has ended or its user may no longer sign in. */
  find(secret: string): Promise<SignedIn | undefined>;
  /** A token for a client that knows no better. It ends with the session. */
  copyToken(session: SignedIn): Promise<string>;
  end(session: SignedIn): Promise<void>;
}

export function createSessions({ env, read, write }: Ground): Sessions {
  async function begin(user: string, parent: string | null): Promise<string> {
    const secret = newSecret(env);
    const now = env.now();
    await write(async (sql) => {
      await deleteOldSessions(sql, now);
      await insertSession(sql, {
        id_hash: hashSecret(secret),
        user_name: user,
        parent_hash: parent,
        used_at: now,
        expires_at: now + LIFE_MS,
      });
    });
    return secret;
  }

  return {
    begin: (user) => begin(user, null),
    async find(secret) {
      const idHash = hashSecret(secret);
      const now = env.now();
      const found = await read(async (sql) => {
        const session = await findSession(sql, idHash);
        const user = session && (await findUser(sql, session.user_name));
        return session && user && { session, user };
      });
      if (found === undefined || found.user.state !== "active") return undefined;
      const { used_at, expires_at } = found.session;
      if (expires_at <= now || used_at + IDLE_MS <= now) return undefined;
      if (used_at + TOUCH_MS <= now) await write((sql) => touchSession(sql, idHash, now));
      return { user: found.user.name, role: found.user.role, idHash };
    },
    async copyToken({ user, idHash }) {
      const session = await read((sql) => findSession(sql, idHash));
      if (session === undefined || session.parent_hash !== null) {
        throw new KernelError("unauthenticated", "Only a signed-in browser can give out a token");
      }
      return begin(user, idHash);
    },
    end: ({ user, idHash }) =>
      write(async (sql) => {
        await deleteSession(sql, idHash);
        await note(sql, env, "sign_out", "signed_out", { user }, user);
      }),
  };
}
