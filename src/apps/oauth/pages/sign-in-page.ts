import { type Html, html } from "./html.ts";
import { complaint, formToken, page } from "./layout.ts";

export interface SignInView {
  readonly action: string;
  readonly form: string;
  /** Why they are asked. */
  readonly reason: Html;
  readonly name: string;
  readonly complaint: string | undefined;
  /** Another provider that people may sign in with: its name, and where its button leads. */
  readonly provider: { readonly name: string; readonly action: string } | undefined;
}

export function signInPage(view: SignInView): string {
  const { provider } = view;
  return page(
    "Sign in",
    html`<h1>Sign in</h1>
<p class="soft">${view.reason}</p>
${complaint(view.complaint)}
<form method="post" action="${view.action}">
${formToken(view.form)}
<label>Name <input type="text" name="name" value="${view.name}" autocomplete="username" autocapitalize="none" spellcheck="false" required${view.name === "" && html` autofocus`}></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required${view.name !== "" && html` autofocus`}></label>
<div class="actions"><button class="main" type="submit">Sign in</button></div>
</form>
${
  provider !== undefined &&
  html`<p class="or">or</p>
<form method="post" action="${provider.action}">
${formToken(view.form)}
<div class="actions"><button type="submit">Continue with ${provider.name}</button></div>
</form>`
}`,
  );
}

export interface InvitationView {
  readonly action: string;
  readonly form: string;
  /** Undefined where the first user chooses one. */
  readonly name: string | undefined;
  readonly complaint: string | undefined;
}

export function invitationPage({ action, form, name, complaint: wrong }: InvitationView): string {
  const title = name === undefined ? "The first user" : "Welcome";
  return page(
    title,
    html`<h1>${title}</h1>
<p class="soft">${
      name === undefined
        ? "Nobody can sign in here yet. Choose a name and a password; with them you can invite others."
        : html`Choose a password for <strong>${name}</strong>.`
    }</p>
${complaint(wrong)}
<form method="post" action="${action}">
${formToken(form)}
${
  name === undefined
    ? html`<label>Name <input type="text" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="64" required autofocus></label>`
    : html`<input type="hidden" name="name" value="${name}" autocomplete="username">`
}
<label>Password, at least 10 characters <input type="password" name="password" autocomplete="new-password" minlength="10" required></label>
<label>The same again <input type="password" name="again" autocomplete="new-password" minlength="10" required></label>
<div class="actions"><button class="main" type="submit">Go on</button></div>
</form>`,
  );
}
