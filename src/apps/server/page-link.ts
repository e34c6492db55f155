import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Kernel, KernelError } from "../../kernel/serve.ts";
import { httpCaller } from "../../kernel/transports/http/index.ts";
import { readCookie, setCookie } from "./cookies.ts";
import { sendDashboardFile } from "./dashboard-files.ts";
import type { Gate } from "./gate.ts";

const TOKEN_BYTES = 32;
const COOKIE_DAYS = 30;
const DAY_MS = 86_400_000;
/** Whoever started the server, as the commands call them. */
const OPERATOR = "operator";

/** A server that nobody signs in to, and the one link by which a browser may see what it holds. */
export interface PageLink {
  readonly gate: Gate;
  /** The address to open. It works once; the browser that opened it is known by a cookie from then on. */
  link(base: string): string;
}

/**
 * Programs on this machine come in as they are. What the page shows is for whoever started the server: other people on
 * this machine, and pages in their browsers, reach the same port.
 */
export function createPageLink({ parts }: Kernel, userOf: () => string | undefined = () => undefined): PageLink {
  const { env } = parts;
  let unused: string | undefined;
  let secret: string | undefined;

  /** Cookies know no ports: two servers on one machine must not overwrite each other's. */
  const cookieOf = ({ socket }: IncomingMessage) => `bailiwick_page_${socket.localPort}`;

  const newToken = () => Buffer.from(env.randomBytes(TOKEN_BYTES)).toString("base64url");

  function signed(expiresAt: string): string {
    secret ??= newToken();
    return `${expiresAt}.${createHmac("sha256", secret).update(expiresAt).digest("base64url")}`;
  }

  function isKnown(request: IncomingMessage): boolean {
    const given = readCookie(request, cookieOf(request));
    const expiresAt = given?.split(".")[0];
    if (given === undefined || expiresAt === undefined || !(Number(expiresAt) > env.now())) return false;
    return isSame(given, signed(expiresAt));
  }

  function letIn(request: IncomingMessage, response: ServerResponse): void {
    const maxAgeMs = COOKIE_DAYS * DAY_MS;
    setCookie(response, cookieOf(request), signed(String(env.now() + maxAgeMs)), {
      maxAgeSeconds: maxAgeMs / 1000,
      sameSite: "Strict",
    });
    response.writeHead(303, { location: "/", "cache-control": "no-store", "referrer-policy": "no-referrer" }).end();
  }

  return {
    link(base) {
      unused = newToken();
      return `${base}/?token=${unused}`;
    },
    gate: {
      async answer(request, response, url) {
        const token = url.pathname === "/" && request.method === "GET" ? url.searchParams.get("token") : null;
        if (token === null) return false;
        const isRight = unused !== undefined && isSame(token, unused);
        if (isRight) unused = undefined;
        if (isRight || isKnown(request)) letIn(request, response);
        // A person reads this: the page itself says what to do, where there is one.
        else if (!sendDashboardFile("/", response, 401)) {
          throw new KernelError("unauthenticated", "This link was used before; restart the server for a new one");
        }
        return true;
      },
      async person(request) {
        if (!isKnown(request)) return undefined;
        const user = userOf();
        return { name: user ?? OPERATOR, isOperator: user === undefined, signsIn: false };
      },
      async admit(need, request, _response, { connection, address }) {
        if (need === "data" && !isKnown(request)) {
          throw new KernelError("unauthenticated", "Open the address that the server printed when it started");
        }
        return httpCaller(userOf(), connection, address);
      },
    },
  };
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
