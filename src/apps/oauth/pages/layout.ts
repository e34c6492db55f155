import { createHash } from "node:crypto";
import { type Html, html } from "./html.ts";
import { STYLE } from "./style.ts";

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/**
 * What a browser may do with such a page: show it, in no frame, and send its form to us and, where a form ends with being
 * sent on, to the named places.
 */
export function pageHeaders(sentOnTo: readonly string[] = []): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      `form-action 'self'${sentOnTo.map((place) => ` ${place}`).join("")}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    // Not "no-referrer": a browser would then send our own forms as if they came from nowhere.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
  };
}

/** What may stand in a policy for the place that an address leads to: its origin, or the scheme of a program's own. */
export function placeOf(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  return url.protocol === "http:" || url.protocol === "https:" ? [url.origin] : [url.protocol];
}

/** A whole page. */
export function page(title: string, body: Html): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${html`${title}`.text} · Bailiwick</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">Bailiwick</p>
${body.text}
</main>
</body>
</html>
`;
}

/** What went wrong with what was sent, above the form that is shown again. */
export function complaint(message: string | undefined): Html {
  return message === undefined ? html`` : html`<p class="notice bad" role="alert">${message}.</p>`;
}

/** The hidden field that shows that a form is ours. */
export function formToken(token: string): Html {
  return html`<input type="hidden" name="form" value="${token}">`;
}
