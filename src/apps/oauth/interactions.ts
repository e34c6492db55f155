import type { Provider } from "oidc-provider";
import { errors } from "oidc-provider";
import type { Accounts, SignedIn } from "../../kernel/accounts/index.ts";
import { KernelError, scopesOf } from "../../kernel/serve.ts";
import { CONNECTIONS_CLIENT, isOnThisMachine } from "./client-metadata.ts";
import { connectionOfState } from "./connection-routes.ts";
import type { Forms } from "./forms.ts";
import type { PageSessions } from "./page-sessions.ts";
import { consentPage } from "./pages/consent-page.ts";
import { errorPage } from "./pages/error-page.ts";
import { html } from "./pages/html.ts";
import { placeOf } from "./pages/layout.ts";
import { signInPage } from "./pages/sign-in-page.ts";
import { ROUTES } from "./provider.ts";
import type { Resources } from "./resources.ts";
import type { Upstream } from "./upstream.ts";
import { requireMethod, sendOn, sendPage, type Visit } from "./visit.ts";

export interface InteractionParts {
  readonly provider: Provider;
  readonly accounts: Accounts;
  readonly resources: Resources;
  readonly forms: Forms;
  readonly sessions: PageSessions;
  readonly upstream: Upstream | undefined;
}

type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** The pages a user sees when a program asks for leave: first whether, then who they are. */
export interface Interactions {
  /** Answers a path below the interactions'. */
  answer(visit: Visit): Promise<void>;
  /** Goes on after the user has signed in elsewhere. */
  finish(visit: Visit, uid: string, user: string): Promise<void>;
}

export function createInteractions(parts: InteractionParts): Interactions {
  const { provider, accounts, resources, forms, sessions, upstream } = parts;

  async function detailsOf({ request, response }: Visit, uid: string): Promise<Details> {
    const details = await provider.interactionDetails(request, response);
    if (details.uid !== uid) throw new errors.SessionNotFound("another request was answered in this browser");
    return details;
  }

  async function showConsent(visit: Visit, details: Details, session: SignedIn | undefined): Promise<void> {
    const { client_id: clientId, redirect_uri: redirectUri } = details.params as Record<string, string>;
    const client = await provider.Client.find(clientId ?? "");
    const redirectUris = client?.redirectUris ?? [];
    const body = consentPage({
      action: `${ROUTES.interaction}/${details.uid}/consent`,
      form: forms.tokenFor(visit.request, visit.response, `consent ${details.uid}`),
      clientName: await nameOf(details, client?.clientName),
      clientId: clientId ?? "",
      redirectUri: redirectUri ?? "",
      onlyThisMachine: clientId !== CONNECTIONS_CLIENT && redirectUris.every(isOnThisMachine),
      isUnknown: clientId?.startsWith("https:") === true,
      scopes: askedScopes(details, resources),
      user: session?.user,
    });
    sendPage(visit, body, 200, placeOf(redirectUri ?? ""));
  }

  /** How the program is called; a connection by its own id, which its user has just chosen. */
  async function nameOf({ params }: Details, clientName: string | undefined): Promise<string> {
    if (params.client_id !== CONNECTIONS_CLIENT) return clientName ?? String(params.client_id);
    return `the connection ${await connectionOfState(accounts, String(params.state))}`;
  }

  async function showSignIn(visit: Visit, details: Details, name = "", complaint?: string): Promise<void> {
    const { client_id: clientId, redirect_uri: redirectUri } = details.params as Record<string, string>;
    const client = await provider.Client.find(clientId ?? "");
    const base = `${ROUTES.interaction}/${details.uid}`;
    const body = signInPage({
      action: `${base}/sign-in`,
      form: forms.tokenFor(visit.request, visit.response, `sign-in ${details.uid}`),
      reason: html`to let <strong>${await nameOf(details, client?.clientName)}</strong> act for you.`,
      name,
      complaint,
      provider: upstream && { name: upstream.name, action: `${base}/provider` },
    });
    sendPage(visit, body, complaint === undefined ? 200 : 401, [
      ...placeOf(redirectUri ?? ""),
      ...(upstream?.places ?? []),
    ]);
  }

  async function show(visit: Visit, details: Details): Promise<void> {
    const session = await sessions.find(visit.request);
    // What was chosen is kept with the request, not in the page.
    if (chosenScopes(details) === undefined) return showConsent(visit, details, session);
    return session === undefined ? showSignIn(visit, details) : finishAs(visit, details, session.user);
  }

  async function consent(visit: Visit, details: Details): Promise<void> {
    const form = await forms.read(visit.request, `consent ${details.uid}`);
    const session = await sessions.find(visit.request);
    if (form.get("answer") === "switch") {
      if (session !== undefined) await sessions.end(visit.response, session);
      return sendOn(visit, `${ROUTES.interaction}/${details.uid}`);
    }
    if (form.get("answer") !== "allow") {
      const refused = { error: "access_denied", error_description: "the user refused" };
      return provider.interactionFinished(visit.request, visit.response, refused, { mergeWithLastSubmission: false });
    }
    const asked = askedScopes(details, resources);
    const chosen = form.getAll("scope").filter((scope) => asked.includes(scope));
    await provider.interactionResult(visit.request, visit.response, { chosen } as never);
    const now = await detailsOf(visit, details.uid);
    if (session !== undefined) return finishAs(visit, now, session.user);
    sendOn(visit, `${ROUTES.interaction}/${details.uid}`);
  }

  async function signIn(visit: Visit, details: Details): Promise<void> {
    const form = await forms.read(visit.request, `sign-in ${details.uid}`);
    if (chosenScopes(details) === undefined) return sendOn(visit, `${ROUTES.interaction}/${details.uid}`);
    const name = form.get("name")?.trim().toLowerCase() ?? "";
    try {
      const user = await accounts.signIns.withPassword(name, form.get("password") ?? "");
      await sessions.begin(visit.response, user.name);
      return await finishAs(visit, details, user.name);
    } catch (error) {
      if (!(error instanceof KernelError) || !["unauthenticated", "rate_limited"].includes(error.code)) throw error;
      return showSignIn(visit, details, name, error.message);
    }
  }

  /** Consent was given on our own page before: only now does the request go to anybody else. */
  async function forward(visit: Visit, details: Details): Promise<void> {
    await forms.read(visit.request, `sign-in ${details.uid}`);
    if (upstream === undefined) throw new KernelError("not_found", "There is nothing at this path");
    if (chosenScopes(details) === undefined) return sendOn(visit, `${ROUTES.interaction}/${details.uid}`);
    const clientId = String(details.params.client_id);
    sendOn(visit, await upstream.begin(visit, { interaction: details.uid, clientId }));
  }

  async function finishAs(visit: Visit, details: Details, user: string): Promise<void> {
    const chosen = chosenScopes(details) ?? [];
    const clientId = String(details.params.client_id);
    const grant = new provider.Grant({ accountId: user, clientId });
    const asked = String(details.params.scope ?? "").split(" ");
    grant.addOIDCScope(["openid", "offline_access"].filter((scope) => asked.includes(scope)).join(" "));
    for (const server of askedServers(details, resources)) {
      for (const scope of scopesOf(server).filter((known) => asked.includes(known))) {
        if (chosen.includes(scope)) grant.addResourceScope(resources.of(server), scope);
        else grant.rejectResourceScope(resources.of(server), scope);
      }
    }
    const grantId = await grant.save();
    const result = { login: { accountId: user, remember: false }, consent: { grantId } };
    await provider.interactionFinished(visit.request, visit.response, result, { mergeWithLastSubmission: false });
  }

  async function lead(visit: Visit): Promise<void> {
    const [uid = "", step] = visit.url.pathname.slice(ROUTES.interaction.length + 1).split("/");
    const details = await detailsOf(visit, uid);
    switch (step) {
      case undefined:
        requireMethod(visit, "GET");
        return show(visit, details);
      case "consent":
        requireMethod(visit, "POST");
        return consent(visit, details);
      case "sign-in":
        requireMethod(visit, "POST");
        return signIn(visit, details);
      case "provider":
        requireMethod(visit, "POST");
        return forward(visit, details);
      default:
        throw new KernelError("not_found", "There is nothing at this path");
    }
  }

  return {
    async answer(visit) {
      try {
        await lead(visit);
      } catch (error) {
        if (!(error instanceof errors.OIDCProviderError)) throw error;
        sendPage(visit, errorPage(error.error, error.error_description), error.statusCode);
      }
    },
    async finish(visit, uid, user) {
      await finishAs(visit, await detailsOf(visit, uid), user);
    },
  };
}

/** The servers a request names. */
function askedServers({ params }: Details, { serverAt }: Resources): string[] {
  const named = Array.isArray(params.resource) ? params.resource : [params.resource];
  return [...new Set(named.flatMap((resource) => serverAt(String(resource)) ?? []))];
}

/** The scopes it asks for, of those servers. */
function askedScopes(details: Details, resources: Resources): string[] {
  const asked = String(details.params.scope ?? "").split(" ");
  return askedServers(details, resources)
    .flatMap(scopesOf)
    .filter((scope) => asked.includes(scope));
}

function chosenScopes({ result }: Details): readonly string[] | undefined {
  const { chosen } = (result ?? {}) as { chosen?: readonly string[] };
  return chosen;
}
