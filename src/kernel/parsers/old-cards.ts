import type { CardComponent, CardProperty } from "../text-files.ts";

/** Properties whose value has parts. */
const PARTED = new Set(["n", "adr", "org"]);
const CARDS_MAX = 20_000;

/** Whether a file holds cards of the version that phones wrote first: other parsers do not read its parameters. */
export function isOldCards(text: string): boolean {
  return /^begin:vcard[ \t]*$/im.test(text) && /^version:2\.1[ \t]*$/im.test(text);
}

/** Reads vCard 2.1: parameters without a name, and text in quoted-printable that goes on where a line ends with `=`. */
export function readOldCards(text: string): CardComponent[] {
  const cards: CardComponent[] = [];
  let open: CardProperty[] | undefined;
  for (const { start, end } of lines(text)) {
    const line = text.slice(start, end);
    const colon = line.indexOf(":");
    if (colon === -1) continue;
    const [label = "", ...given] = line.slice(0, colon).split(";");
    const name = label
      .slice(label.indexOf(".") + 1)
      .trim()
      .toLowerCase();
    const value = line.slice(colon + 1);
    if (name === "begin") open = [];
    else if (name === "end" && open !== undefined) {
      cards.push({ name: "vcard", properties: open, components: [] });
      if (cards.length > CARDS_MAX) throw new RangeError("more cards than may be");
      open = undefined;
    } else if (open !== undefined) {
      const parameters = parametersOf(given);
      const said = decode(value, parameters);
      const values = PARTED.has(name) ? [parts(said)] : [[plain(said)]];
      open.push({ name, parameters, values, start: start + colon + 1, end });
    }
  }
  if (cards.length === 0) throw new TypeError("no cards");
  return cards;
}

function parametersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((one) => {
      const [name = "", value] = one.split("=", 2);
      if (value !== undefined) return [name.trim().toLowerCase(), value.trim()];
      return /^(?:quoted-printable|base64|8bit)$/i.test(name) ? ["encoding", name] : ["type", name.toLowerCase()];
    }),
  );
}

/** Lines as they are meant: folded ones, and quoted-printable ones that end with the mark for more. */
function* lines(text: string): Iterable<{ start: number; end: number }> {
  for (let start = 0; start < text.length; ) {
    let end = lineEnd(text, start);
    const isQuoted = /^[^:\r\n]*quoted-printable[^:\r\n]*:/i.test(text.slice(start, Math.min(end, start + 500)));
    while (end < text.length && (isQuoted ? text.slice(start, end).trimEnd().endsWith("=") : isFold(text, end))) {
      end = lineEnd(text, end + 1);
    }
    yield { start, end: text[end - 1] === "\r" ? end - 1 : end };
    start = end + 1;
  }
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return at === -1 ? text.length : at;
}

function isFold(text: string, end: number): boolean {
  return text[end + 1] === " " || text[end + 1] === "\t";
}

function decode(value: string, { encoding = "", charset = "utf-8" }: Readonly<Record<string, string>>): string {
  if (!/^quoted-printable$/i.test(encoding)) return value.replace(/\r?\n[ \t]/g, "");
  const bytes = Buffer.from(
    value
      .replace(/=[ \t]*\r?\n/g, "")
      .replace(/[^\x20-\x7e]/g, (char) => [...Buffer.from(char)].map((byte) => `=${byte.toString(16)}`).join(""))
      .replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
  try {
    return new TextDecoder(charset).decode(bytes).replaceAll("\r\n", "\n").trim();
  } catch {
    // A charset that nobody knows: what is plain in it can be read all the same.
    return bytes.toString("latin1");
  }
}

function parts(value: string): string[] {
  return value.split(/(?<!\\);/).map(plain);
}

function plain(value: string): string {
  return value.replace(/\\([;,:\\])/g, "$1").replace(/\\n/gi, "\n");
}
