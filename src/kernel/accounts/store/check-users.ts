import type { Event } from "../../event.ts";
import { ACCOUNTS } from "../../installation.ts";
import { isJsonObject } from "../../json.ts";
import type { Sql } from "../../sql.ts";
import type { Finding, InspectHost } from "../../world.ts";
import { listUsers } from "./user-store.ts";

/** Whose entries are about people and clients; no world has a server of this name. */
export const IDENTITY_SERVER = "identity";

/** Entries that say what a user is, and the state each leaves where it does not name one. */
const STATES: Readonly<Record<string, string | undefined>> = {
  user_added: "active",
  user_invited: "invited",
  invitation_accepted: "active",
  role_set: undefined,
  password_set: undefined,
  user_disabled: undefined,
  user_enabled: undefined,
  user_removed: undefined,
  signed_out_everywhere: undefined,
};

/** What verification knows of accounts: their rows hold secrets and follow from no entry, but who there is does. */
export const accountEntries = {
  name: IDENTITY_SERVER,
  servers: [{ name: IDENTITY_SERVER }],
  follows: [],
  async *inspect({ sql, entries }: Pick<InspectHost, "sql" | "entries">): AsyncIterable<Finding> {
    const said = await entries(IDENTITY_SERVER, Object.keys(STATES));
    yield* wrongUsers(
      sql,
      said.filter(({ tenant }) => tenant === ACCOUNTS),
    );
  },
} as const;

/** Users who are not what the log made them. Passwords and sessions are secrets, and not in the log. */
async function* wrongUsers(sql: Sql, entries: readonly Event[]): AsyncIterable<Finding> {
  const said = new Map<string, { role: unknown; state: unknown }>();
  for (const { kind, payload } of entries) {
    if (!isJsonObject(payload) || typeof payload.user !== "string") continue;
    const before = said.get(payload.user);
    said.set(payload.user, {
      role: payload.role ?? before?.role,
      state: payload.state ?? STATES[kind] ?? before?.state,
    });
  }
  for (const { name, role, state } of await listUsers(sql)) {
    const what = `user ${name}`;
    const made = said.get(name);
    said.delete(name);
    if (made === undefined) yield { what, reason: "no entry of the log made it" };
    else if (made.role !== undefined && made.role !== role) {
      yield { what, reason: `role is ${role} where the log gives ${String(made.role)}` };
    } else if (made.state !== undefined && made.state !== state) {
      yield { what, reason: `state is ${state} where the log gives ${String(made.state)}` };
    }
  }
  for (const name of said.keys()) yield { what: `user ${name}`, reason: "is gone: the log gives it" };
}
