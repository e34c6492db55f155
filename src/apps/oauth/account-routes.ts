import { z } from "zod";
import type { Accounts, SignedIn, User } from "../../kernel/accounts/index.ts";
import { KernelError } from "../../kernel/serve.ts";
import { readJson } from "../server/index.ts";
import type { PageSessions } from "./page-sessions.ts";
import { nameInPath, requireMethod, sendJson, type Visit } from "./visit.ts";

const NewUser = z.strictObject({
  name: z.string(),
  role: z.enum(["operator", "member"]).default("member"),
  /** With one they can sign in at once; without, they are invited and choose it. */
  password: z.string().optional(),
});
const NewPassword = z.strictObject({ old: z.string(), new: z.string() });

export interface AccountRouteParts {
  readonly issuer: string;
  readonly accounts: Accounts;
  readonly sessions: PageSessions;
}

/** What the dashboard asks and changes about people. Only a signed-in browser gets here, never a program's token. */
export interface AccountRoutes {
  answer(visit: Visit): Promise<boolean>;
}

export function createAccountRoutes({ issuer, accounts, sessions }: AccountRouteParts): AccountRoutes {
  async function required(visit: Visit): Promise<SignedIn> {
    const session = await sessions.find(visit.request);
    if (session === undefined) throw new KernelError("unauthenticated", "Sign in first");
    return session;
  }

  async function requiredOperator(visit: Visit): Promise<SignedIn> {
    const session = await required(visit);
    if (session.role !== "operator") throw new KernelError("forbidden", "Only an operator may do that");
    return session;
  }

  async function me(visit: Visit): Promise<void> {
    requireMethod(visit, "GET");
    const { user, role } = await required(visit);
    const granted = await accounts.artifacts.grantsOf(user);
    sendJson(visit, {
      user,
      role,
      grants: granted.map(({ id, clientId, scopes }) => ({ id, client_id: clientId, scopes })),
    });
  }

  async function setPassword(visit: Visit): Promise<void> {
    requireMethod(visit, "POST");
    const { user } = await required(visit);
    const given = await readJson(visit.request, NewPassword);
    await accounts.signIns.withPassword(user, given.old);
    await accounts.users.setPassword(user, given.new, user);
    // Setting it has ended every session, this one too.
    await sessions.begin(visit.response, user);
    sendJson(visit, { changed: true });
  }

  async function sessionToken(visit: Visit): Promise<void> {
    requireMethod(visit, "POST");
    const session = await required(visit);
    sendJson(visit, { session_token: await accounts.sessions.copyToken(session), deprecated: true });
  }

  async function revokeGrant(visit: Visit, id: string): Promise<void> {
    requireMethod(visit, "DELETE");
    const { user } = await required(visit);
    const own = (await accounts.artifacts.grantsOf(user)).some((grant) => grant.id === id);
    if (!own) throw new KernelError("not_found", "There is no such consent of yours");
    await accounts.artifacts.revokeGrant(id, user);
    sendJson(visit, { revoked: true });
  }

  async function users(visit: Visit): Promise<void> {
    requireMethod(visit, "GET", "POST");
    const { user: by } = await requiredOperator(visit);
    if (visit.request.method === "GET") return sendJson(visit, { users: (await accounts.users.list()).map(shown) });
    const { name, role, password } = await readJson(visit.request, NewUser);
    if (password !== undefined) {
      return sendJson(visit, shown(await accounts.users.add({ name, role, password }, by)), 201);
    }
    const secret = await accounts.invitations.invite(name, role, by);
    sendJson(visit, { name, role, invitation: `${issuer}/invitation/${secret}` }, 201);
  }

  async function changeUser(visit: Visit, name: string, what: string): Promise<void> {
    requireMethod(visit, "POST");
    const { user: by } = await requiredOperator(visit);
    const change = {
      disable: accounts.users.disable,
      enable: accounts.users.enable,
      remove: accounts.users.remove,
      "sign-out": accounts.users.signOut,
    }[what];
    if (change === undefined) throw new KernelError("not_found", "There is nothing at this path");
    await change(name, by);
    const user = await accounts.users.find(name);
    sendJson(visit, user === undefined ? {} : shown(user));
  }

  return {
    async answer(visit) {
      const [, api, area, id, what] = visit.url.pathname.split("/");
      if (api !== "api") return false;
      if (area === "me" && id === undefined) await me(visit);
      else if (area === "me" && id === "password") await setPassword(visit);
      else if (area === "me" && id === "session-token") await sessionToken(visit);
      else if (area === "me" && id === "grants" && what !== undefined) await revokeGrant(visit, what);
      else if (area === "users" && id === undefined) await users(visit);
      else if (area === "users" && id !== undefined && what !== undefined) {
        await changeUser(visit, nameInPath(id), what);
      } else return false;
      return true;
    },
  };
}

function shown({ name, role, state, signsInBy, createdAt }: User) {
  return { name, role, state, signs_in_by: signsInBy, created_at: new Date(createdAt).toISOString() };
}
