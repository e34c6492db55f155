/** A piece of a page that is safe to put into another. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | false | readonly Html[];

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Writes HTML: whatever is put into it is text, however it looks, unless it was written by this itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, at) => text + (at < parts.length ? shown(parts[at]) : "")).join(""));
}

function shown(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(shown).join("");
  return printable(String(part)).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

/** Without signs that turn the direction of a line or cannot be seen: a name must look like what it is. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{fffd}");
}
