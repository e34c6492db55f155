import type { Accounts } from "../../kernel/accounts/index.ts";
import { KernelError } from "../../kernel/serve.ts";
import type { Forms } from "./forms.ts";
import type { PageSessions } from "./page-sessions.ts";
import { messagePage } from "./pages/error-page.ts";
import { html } from "./pages/html.ts";
import { invitationPage, signInPage } from "./pages/sign-in-page.ts";
import type { Upstream } from "./upstream.ts";
import { requireMethod, sendOn, sendPage, type Visit } from "./visit.ts";

export interface PageRouteParts {
  readonly accounts: Accounts;
  readonly forms: Forms;
  readonly sessions: PageSessions;
  readonly upstream: Upstream | undefined;
}

/** Pages for people themselves: signing in to the dashboard, signing out, accepting an invitation. */
export interface PageRoutes {
  /** False where the path is none of these. */
  answer(visit: Visit): Promise<boolean>;
}

/** Problems that are shown above the form again. */
const SHOWN = new Set(["unauthenticated", "rate_limited", "invalid_arguments", "conflict"]);

export function createPageRoutes({ accounts, forms, sessions, upstream }: PageRouteParts): PageRoutes {
  function showSignIn(visit: Visit, name = "", complaint?: string): void {
    const body = signInPage({
      action: "/sign-in",
      form: forms.tokenFor(visit.request, visit.response, "sign-in"),
      reason: html`to see what this server holds for you.`,
      name,
      complaint,
      provider: upstream && { name: upstream.name, action: "/sign-in/provider" },
    });
    sendPage(visit, body, complaint === undefined ? 200 : 401, upstream?.places ?? []);
  }

  async function signIn(visit: Visit): Promise<void> {
    requireMethod(visit, "GET", "POST");
    if (visit.request.method === "GET") return showSignIn(visit);
    const form = await forms.read(visit.request, "sign-in");
    const name = form.get("name")?.trim().toLowerCase() ?? "";
    try {
      const user = await accounts.signIns.withPassword(name, form.get("password") ?? "");
      await sessions.begin(visit.response, user.name);
      sendOn(visit, "/");
    } catch (error) {
      showSignIn(visit, name, shownOf(error));
    }
  }

  async function signOut(visit: Visit): Promise<void> {
    requireMethod(visit, "POST");
    const session = await sessions.find(visit.request);
    if (session !== undefined) await sessions.end(visit.response, session);
    sendOn(visit, "/sign-in");
  }

  async function elsewhere(visit: Visit): Promise<void> {
    requireMethod(visit, "POST");
    await forms.read(visit.request, "sign-in");
    if (upstream === undefined) throw new KernelError("not_found", "There is nothing at this path");
    sendOn(visit, await upstream.begin(visit, {}));
  }

  async function invitation(visit: Visit, secret: string): Promise<void> {
    requireMethod(visit, "GET", "POST");
    const invited = await accounts.invitations.read(secret);
    if (invited === undefined) {
      const text = "It was used before, or it is too old. Ask whoever invited you for a new one.";
      return sendPage(visit, messagePage("This invitation no longer holds", text), 404);
    }
    const show = (complaint?: string) => {
      const form = forms.tokenFor(visit.request, visit.response, `invitation ${secret}`);
      const body = invitationPage({ action: visit.url.pathname, form, name: invited.name, complaint });
      sendPage(visit, body, complaint === undefined ? 200 : 400);
    };
    if (visit.request.method === "GET") return show();
    const form = await forms.read(visit.request, `invitation ${secret}`);
    if (form.get("password") !== form.get("again")) return show("The two passwords differ");
    try {
      const name = form.get("name")?.trim().toLowerCase();
      const user = await accounts.invitations.accept(secret, name, form.get("password") ?? "");
      await sessions.begin(visit.response, user.name);
      sendOn(visit, "/");
    } catch (error) {
      show(shownOf(error));
    }
  }

  return {
    async answer(visit) {
      const { pathname } = visit.url;
      if (pathname === "/sign-in") await signIn(visit);
      else if (pathname === "/sign-in/provider") await elsewhere(visit);
      else if (pathname === "/sign-out") await signOut(visit);
      else if (pathname.startsWith("/invitation/")) await invitation(visit, pathname.slice("/invitation/".length));
      else return false;
      return true;
    },
  };
}

function shownOf(error: unknown): string {
  if (error instanceof KernelError && SHOWN.has(error.code)) return error.message;
  throw error;
}
