import type { IncomingMessage, ServerResponse } from "node:http";
import type { Accounts, SignedIn } from "../../kernel/accounts/index.ts";
import { readCookie, setCookie } from "../server/index.ts";

const COOKIE = "bailiwick_session";
const LIFE_S = 30 * 86_400;

/** Browsers that are signed in. */
export interface PageSessions {
  find(request: IncomingMessage): Promise<SignedIn | undefined>;
  begin(response: ServerResponse, user: string): Promise<void>;
  end(response: ServerResponse, session: SignedIn): Promise<void>;
}

export function createPageSessions({ sessions }: Accounts, secure: boolean): PageSessions {
  const name = secure ? `__Host-${COOKIE}` : COOKIE;
  const options = { sameSite: "Lax", secure } as const;
  return {
    async find(request) {
      const secret = readCookie(request, name);
      return secret === undefined ? undefined : sessions.find(secret);
    },
    async begin(response, user) {
      setCookie(response, name, await sessions.begin(user), { ...options, maxAgeSeconds: LIFE_S });
    },
    async end(response, session) {
      await sessions.end(session);
      setCookie(response, name, "", { ...options, maxAgeSeconds: 0 });
    },
  };
}
