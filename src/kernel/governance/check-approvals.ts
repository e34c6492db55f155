import { hashOf } from "../canonical-json.ts";
import type { Json } from "../json.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Finding } from "../world.ts";

/** Whether these are the arguments that an approval is bound to: a person decides on what they are shown. */
export function areAsked(of: { server: string; tool: string; arguments_hash: string }, text: string): boolean {
  try {
    return hashOf({ server: of.server, tool: of.tool, arguments: JSON.parse(text) as Json }) === of.arguments_hash;
  } catch {
    return false;
  }
}

/** Approvals that show other arguments than those they are bound to. The rest of their rows follows from the log. */
export async function* wrongApprovals(sql: Sql): AsyncIterable<Finding> {
  const shown = sql.each<{ id: string; server: string; tool: string; arguments_hash: string; arguments: string }>(
    query`select id, server, tool, arguments_hash, arguments from approval where arguments is not null order by id`,
  );
  for await (const { arguments: text, ...approval } of shown) {
    if (!areAsked(approval, text)) {
      yield { what: `approval ${approval.id}`, reason: "what it shows is not what was asked for" };
    }
  }
}
