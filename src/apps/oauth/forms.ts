import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Env, KernelError } from "../../kernel/serve.ts";
import { readCookie, readSmallBody, setCookie } from "../server/index.ts";

const COOKIE = "bailiwick_form";
const SECRET_BYTES = 32;

/** Forms of ours: a page elsewhere can neither make one nor have one sent. */
export interface Forms {
  /** What goes into a form's hidden field; the browser gets a cookie that belongs to it. */
  tokenFor(request: IncomingMessage, response: ServerResponse, purpose: string): string;
  /** Reads a form that was sent for this purpose, or refuses it. */
  read(request: IncomingMessage, purpose: string): Promise<URLSearchParams>;
}

export interface FormParts {
  readonly key: string;
  readonly secure: boolean;
  readonly env: Env;
  /** Records a form that came from elsewhere, by the first word of what it was for. */
  refused(at: string): Promise<void>;
}

export function createForms({ key, secure, env, refused }: FormParts): Forms {
  const name = secure ? `__Host-${COOKIE}` : COOKIE;
  const fresh = new WeakMap<ServerResponse, string>();

  function tokenOf(browser: string, purpose: string): string {
    return createHmac("sha256", key).update(`${purpose}\n${browser}`).digest("base64url");
  }

  return {
    tokenFor(request, response, purpose) {
      const known = readCookie(request, name) ?? fresh.get(response);
      const browser = known ?? Buffer.from(env.randomBytes(SECRET_BYTES)).toString("base64url");
      if (known === undefined) {
        fresh.set(response, browser);
        setCookie(response, name, browser, { sameSite: "Strict", secure });
      }
      return tokenOf(browser, purpose);
    },
    async read(request, purpose) {
      const form = await readForm(request);
      const browser = readCookie(request, name);
      const given = Buffer.from(form.get("form") ?? "");
      const right = Buffer.from(browser === undefined ? "" : tokenOf(browser, purpose));
      if (browser === undefined || given.length !== right.length || !timingSafeEqual(given, right)) {
        // The words after the first may be the secret of an invitation.
        await refused(purpose.split(" ")[0] ?? "");
        throw new KernelError("forbidden", "This form did not come from a page of ours; open the page again");
      }
      return form;
    },
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "")) {
    throw new KernelError("unsupported_media_type", "A form is sent as application/x-www-form-urlencoded");
  }
  return new URLSearchParams((await readSmallBody(request)).toString("utf8"));
}
