import { html } from "./html.ts";
import { page } from "./layout.ts";

/** Shown where there is no program to send the error back to. The words are the protocol's; what to do is ours. */
export function errorPage(error: string, description: string | undefined): string {
  return page(
    "This did not work",
    html`<h1>This did not work</h1>
<p>${description ?? "The request could not be understood."}</p>
<p class="soft">Go back to the program that sent you here and begin again there. If it happens again, tell the people who made it: <code>${error}</code>.</p>`,
  );
}

/** One thing to say, and nothing to do here. */
export function messagePage(title: string, text: string): string {
  return page(title, html`<h1>${title}</h1><p>${text}</p>`);
}
