import { join } from "node:path";
import { ACCOUNTS } from "../installation.ts";
import { secretFile, type TokenKey, tokenKeys } from "../keys/index.ts";
import { type Artifacts, createArtifacts } from "./artifacts.ts";
import { createRefusalBudget, note } from "./audit.ts";
import { createConnectionSeal } from "./connection-seal.ts";
import { type Connections, createConnections } from "./connections.ts";
import { createGuesses } from "./guesses.ts";
import { createInvitations, type Invitations } from "./invitations.ts";
import type { AccountParts, Ground } from "./parts.ts";
import { createPasswords } from "./passwords.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignIns, type SignIns } from "./sign-in.ts";
import { createTickets, type Tickets } from "./tickets.ts";
import { createUsers, type Users } from "./users.ts";

const COOKIE_KEY_BYTES = 32;

/** Everything about who may sign in and what that gave them. It touches no file until something is asked of it. */
export interface Accounts {
  readonly users: Users;
  readonly invitations: Invitations;
  readonly signIns: SignIns;
  readonly sessions: Sessions;
  readonly tickets: Tickets;
  readonly artifacts: Artifacts;
  readonly connections: Connections;
  /** What tokens are signed with; the first signs. */
  tokenKeys(): Promise<readonly TokenKey[]>;
  /** What cookies and forms are sealed with. */
  cookieKey(): Promise<string>;
  /** Records what was refused to somebody. */
  readonly refused: Ground["refused"];
}

export function openAccounts({ env, log, keysFolder, database, committed }: AccountParts): Accounts {
  const mayRecord = createRefusalBudget(env);
  const ground: Ground = {
    env,
    read: async (reader) => (await database()).read(ACCOUNTS, reader),
    async write(writer) {
      const value = await (await database()).write(ACCOUNTS, writer);
      committed(ACCOUNTS);
      return value;
    },
    async refused(tool, payload, by) {
      if (!mayRecord()) return log.warn({ tool, ...payload }, "refused, and not recorded: too many in this minute");
      await ground.write((sql) => note(sql, env, tool, "refused", payload, by));
    },
  };
  async function cookieKey(): Promise<string> {
    const key = await secretFile(join(keysFolder, "cookies.key"), () => env.randomBytes(COOKIE_KEY_BYTES), env);
    return key.toString("base64url");
  }
  const passwords = createPasswords(env);
  const tickets = createTickets(ground);
  const guesses = createGuesses(env, cookieKey);
  return {
    users: createUsers(ground, passwords, guesses),
    invitations: createInvitations(ground, passwords, tickets),
    signIns: createSignIns(ground, passwords, guesses),
    sessions: createSessions(ground),
    tickets,
    artifacts: createArtifacts(ground),
    connections: createConnections(ground, createConnectionSeal(keysFolder, env)),
    tokenKeys: () => tokenKeys(join(keysFolder, "tokens.json"), env),
    cookieKey,
    refused: ground.refused,
  };
}
