import type { Accounts, User, UserRole } from "../../kernel/accounts/index.ts";
import { suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { lookingOnly, withKernel } from "./open.ts";
import { readSecret } from "./read-secret.ts";
import { accountsOf } from "./sign-in.ts";
import type { Terminal } from "./terminal.ts";

interface Asked {
  readonly accounts: Accounts;
  readonly name: string;
  readonly role: UserRole;
  readonly base: string;
  readonly terminal: Terminal;
}

const ACTIONS: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  async add({ accounts, name, role, terminal }) {
    const password = await readSecret(terminal, `Password for ${name}, at least 10 characters:`);
    await accounts.users.add({ name, role, password });
    return `${name} can sign in`;
  },
  async invite({ accounts, name, role, base }) {
    const secret = await accounts.invitations.invite(name, role);
    return `give this link to ${name}; it works once, for three days:\n${base}/invitation/${secret}`;
  },
  async "set-password"({ accounts, name, terminal }) {
    await accounts.users.setPassword(name, await readSecret(terminal, `New password for ${name}:`));
    return `${name} has a new password and is signed out of every browser`;
  },
  async "set-role"({ accounts, name, role }) {
    await accounts.users.setRole(name, role);
    return `${name} is ${role}`;
  },
  async disable({ accounts, name }) {
    await accounts.users.disable(name);
    return `${name} is signed out everywhere and cannot sign in`;
  },
  async enable({ accounts, name }) {
    await accounts.users.enable(name);
    return `${name} can sign in again`;
  },
  async "sign-out"({ accounts, name }) {
    await accounts.users.signOut(name);
    return `${name} is signed out of every browser, program and connection`;
  },
  async remove({ accounts, name }) {
    await accounts.users.remove(name);
    return `${name} is removed; what they stored is still there: bailiwick erase user ${name}`;
  },
};

/** Shows and changes who may sign in. */
export async function users(
  [action = "list", name]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (action !== "list" && run === undefined) {
    throw new UsageError(`users cannot ${action}${suggestion(action, ["list", ...Object.keys(ACTIONS)])}`);
  }
  if (run === undefined) {
    return withKernel(lookingOnly(settings), terminal, async (kernel) => {
      const all = await (await accountsOf(kernel)).users.list();
      for (const user of all) terminal.print(lineOf(user));
      if (all.length === 0) terminal.warn("nobody can sign in yet: bailiwick users add NAME --operator");
      return 0;
    });
  }
  if (name === undefined) throw new UsageError(`usage: bailiwick users ${action} NAME`);
  if (settings.readOnly) throw new UsageError(`users ${action} writes; leave out --read-only`);
  return withKernel(settings, terminal, async (kernel) => {
    const accounts = await accountsOf(kernel);
    const role = flags.operator === true ? "operator" : "member";
    terminal.print(await run({ accounts, name, role, base: baseOf(settings, flags), terminal }));
    return 0;
  });
}

/** Where the server is reached, for links. */
function baseOf({ publicUrl, host, port }: Settings, { url }: Flags): string {
  return (typeof url === "string" ? url : (publicUrl ?? `http://${host}:${port}`)).replace(/\/+$/, "");
}

function lineOf({ name, role, state, signsInBy }: User): string {
  return [name, role, state, signsInBy.length === 0 ? "-" : signsInBy.join("+")].join("\t");
}
