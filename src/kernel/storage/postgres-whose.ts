import pg from "pg";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT } from "../installation.ts";
import { INSTALLATION_SETTING } from "./postgres-tenants.ts";

/** The statements by which a transaction says whose it is. They travel with its beginning, so they cost no round trip. */
export function sayWhose(whose: string, role: string | undefined): readonly string[] {
  requireSomebody(whose);
  const said = [`set local bailiwick.tenant = ${pg.escapeLiteral(whose)}`, `set local ${INSTALLATION_SETTING} = 'off'`];
  return role === undefined || whose === EVERY_TENANT ? said : [...said, `set local role ${role}`];
}

/** The same for a transaction that reads, as one statement, with how long each of its statements may take. */
export function settingsOf(
  whose: string,
  role: string | undefined,
  statementMs: number,
): { readonly text: string; readonly values: readonly string[] } {
  requireSomebody(whose);
  const settings = { statement_timeout: String(statementMs), "bailiwick.tenant": whose, [INSTALLATION_SETTING]: "off" };
  const said = Object.entries(role === undefined || whose === EVERY_TENANT ? settings : { ...settings, role });
  const calls = said.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
  return { text: `select ${calls.join(", ")}`, values: said.flat() };
}

function requireSomebody(whose: string): void {
  if (whose === "" || whose.includes("\0")) throw new KernelError("internal", "A transaction that is nobody's");
}
