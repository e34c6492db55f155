import type { Accounts } from "../../kernel/accounts/index.ts";
import type { Kernel } from "../../kernel/serve.ts";
import type { Gate } from "../server/index.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import type { Terminal } from "./terminal.ts";

/** Who has an account, as kept in this kernel's database. Loaded only where somebody signs in. */
export async function accountsOf({ parts, keysFolder }: Kernel): Promise<Accounts> {
  const { openAccounts } = await import("../../kernel/accounts/index.ts");
  const { env, log, database, committed } = parts;
  return openAccounts({ env, log, keysFolder, database, committed });
}

/** The address that tokens and links name: where others reach the server, whole. */
export function issuerOf({ publicUrl }: Settings, url: string): string {
  if (publicUrl === undefined) return url;
  const { origin, pathname } = new URL(publicUrl);
  if (pathname !== "/") {
    throw new UsageError(`--public-url ${publicUrl}: with --auth oauth it has no path; give it a name of its own`);
  }
  return origin;
}

/** The gate of a server that people sign in to. */
export async function openSignInGate(
  kernel: Kernel,
  accounts: Accounts,
  settings: Settings,
  servers: readonly string[],
  localUrl: string,
): Promise<Gate> {
  const { openSignIn } = await import("../oauth/index.ts");
  return openSignIn({
    kernel,
    accounts,
    settings: settings.signIn,
    issuer: issuerOf(settings, localUrl),
    // What listens on every address is reached on this one.
    localUrl: localUrl.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:"),
    servers,
  });
}

/** Tells how the first user comes in, where there is nobody yet. */
export async function tellFirstUser(accounts: Accounts, issuer: string, terminal: Terminal): Promise<void> {
  const secret = await accounts.invitations.inviteFirst();
  if (secret === undefined) return;
  terminal.print("");
  terminal.print("Nobody can sign in yet. Make the first user within a day, in a browser:");
  terminal.print(`  ${issuer}/invitation/${secret}`);
  terminal.print("or in a terminal: bailiwick users add NAME --operator");
}
