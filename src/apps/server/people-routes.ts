import type { IncomingMessage, ServerResponse } from "node:http";
import { type Json, type Kernel, KernelError } from "../../kernel/serve.ts";
import { answerApprovals } from "./approval-routes.ts";
import { answerAudit } from "./audit-routes.ts";
import type { Person } from "./gate.ts";
import { answerPermissions } from "./permission-routes.ts";
import type { Wish } from "./wish.ts";

const AREAS: Readonly<Record<string, (wish: Wish) => Promise<Json | undefined>>> = {
  async person({ person: { name, isOperator, signsIn } }) {
    return { name, is_operator: isOperator, signs_in: signsIn };
  },
  approvals: answerApprovals,
  permissions: answerPermissions,
  audit: answerAudit,
};

/** Whether the path belongs to people at pages: programs sign in for theirs under `/api/mcp/`. */
export function isForPeople(pathname: string): boolean {
  return pathname.startsWith("/api/") && !pathname.startsWith("/api/mcp/");
}

/** Does for a person what the commands do; false where the path is none of these. */
export async function answerPerson(
  kernel: Kernel,
  personOf: () => Promise<Person | undefined>,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [, area = "", rest = ""] = /^\/api\/([a-z]+)(?:\/(.*))?$/.exec(url.pathname) ?? [];
  const answer = Object.hasOwn(AREAS, area) ? AREAS[area] : undefined;
  if (answer === undefined) return false;
  const person = await personOf();
  if (person === undefined) throw new KernelError("unauthenticated", "Sign in first");
  const answered = await answer({ kernel, person, request, response, url, rest });
  if (answered === undefined) return true;
  response
    .writeHead(200, {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .end(JSON.stringify(answered));
  return true;
}
