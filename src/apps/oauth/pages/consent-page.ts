import { html } from "./html.ts";
import { formToken, page } from "./layout.ts";

export interface ConsentView {
  readonly action: string;
  readonly form: string;
  readonly clientName: string;
  readonly clientId: string;
  /** Where the answer goes. */
  readonly redirectUri: string;
  /** All its addresses are on the user's own machine, where any program may listen. */
  readonly onlyThisMachine: boolean;
  /** Whether the name is only the program's own word for itself. */
  readonly isUnknown: boolean;
  readonly scopes: readonly string[];
  /** Who is signed in, if anybody is yet. */
  readonly user: string | undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  read: "read",
  write: "add and change",
  destructive: "delete and merge",
};

/** What a scope allows, in words. */
function wordsOf(scope: string): string {
  const [server = "", effect = ""] = scope.split(":");
  return `${WORDS[effect] ?? effect} in ${server}`;
}

export function consentPage(view: ConsentView): string {
  const host = URL.parse(view.redirectUri)?.host;
  return page(
    `Allow ${view.clientName}?`,
    html`<h1>Allow ${view.clientName} to act for you?</h1>
<dl>
<dt>Your answer is sent to</dt><dd><code>${host === undefined || host === "" ? view.redirectUri : host}</code></dd>
<dt>The program is known as</dt><dd><code>${view.clientId}</code></dd>
${view.user !== undefined && html`<dt>You are signed in as</dt><dd>${view.user}</dd>`}
</dl>
${
  view.onlyThisMachine &&
  html`<p class="notice">This answer goes to a program on your own machine. Any program there can say it is ${view.clientName}: go on only if you have just started it yourself.</p>`
}
${
  view.isUnknown &&
  html`<p class="notice">Nobody here has checked this program: its name is what it says of itself.</p>`
}
<form method="post" action="${view.action}">
${formToken(view.form)}
<fieldset>
<legend>It asks to</legend>
${view.scopes.map(
  (scope) =>
    html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked> <span>${wordsOf(scope)}</span></label>`,
)}
</fieldset>
<p class="soft">Take away what it shall not do. You can take back all of it later.${
      view.user !== undefined &&
      html` <button class="quiet" type="submit" name="answer" value="switch">I am somebody else</button>`
    }</p>
<div class="actions">
<button type="submit" name="answer" value="deny">Refuse</button>
<button class="main" type="submit" name="answer" value="allow">Allow</button>
</div>
</form>`,
  );
}
