/** Someone or something named in a text. */
export interface Named {
  readonly type: "company" | "person" | "contact";
  readonly name?: { readonly start: number; readonly end: number };
  readonly email?: { readonly start: number; readonly end: number };
}

const LEGAL =
  "Inc|Incorporated|LLC|LLP|Ltd|Limited|Corp|Corporation|Co|PLC|plc|GmbH|AG|KG|OHG|UG|SE|SA|S\\.A|SAS|SARL|S\\.A\\.R\\.L|S\\.L|SL|S\\.p\\.A|SpA|S\\.r\\.l|Srl|BV|B\\.V|NV|N\\.V|AB|ApS|A/S|Oy|Oyj|AS|Pty Ltd|Pvt Ltd|K\\.K|Lda|Ltda";
const WORD = "\\p{Lu}[\\p{L}\\p{N}&'’-]{0,40}";
const COMPANY = new RegExp(
  `(?<![\\p{L}\\p{N}])${WORD}(?:(?: |, | & )${WORD}){0,4}(?:,)? (?:${LEGAL})(?![\\p{L}\\p{N}])\\.?`,
  "gu",
);
const PERSON =
  /(?<![\p{L}\p{N}])(?:Mrs?|Ms|Mx|Dr|Prof|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Sra?|Señora?|Sig|Sig\.ra|Dhr|Mevr)\.? (?:(?:Dr|Prof|Dra|Ing)\. ){0,2}(\p{Lu}[\p{L}'’-]{1,40}(?: (?:van |von |de |da |del |di |la |le )?\p{Lu}[\p{L}'’.-]{0,40}){0,3})/gu;
const MAILBOX =
  /(?:(\p{Lu}[\p{L}'’.-]{0,40}(?: \p{Lu}[\p{L}'’.-]{0,40}){1,3}) ?)?<([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6})>/gu;
export const EMAIL = /[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,6}/g;

const FIRM_FIRST = /^(?:SARL|SAS|EURL|SA|SCI|株式会社|有限会社|合同会社)[ \u3000]?\S/u;
const FIRM_LAST = /(?:株式会社|有限公司|公司|合同会社)$/u;

/** Whether words are the name of a firm and nothing else: they have its legal form where that is written. */
export function isFirm(words: string): boolean {
  const [found] = words.matchAll(COMPANY);
  return found?.[0].length === words.length || FIRM_FIRST.test(words) || FIRM_LAST.test(words);
}

const NAMED_MAX = 50;

/** Companies by their legal form, people by how they are addressed, and whoever has an e-mail address. */
export function namesIn(text: string): Named[] {
  const found = new Map<string, Named>();
  const taken = new Set<number>();
  const add = (key: string, named: Named) => {
    if (found.size < NAMED_MAX && !found.has(key)) found.set(key, named);
  };
  for (const match of text.matchAll(COMPANY)) {
    // A sentence ends where a name may end too.
    const cut = /(?:Inc|Ltd|Corp|Co)\.$/.test(match[0]) || !match[0].endsWith(".") ? 0 : 1;
    const end = match.index + match[0].length - cut;
    add(`company ${text.slice(match.index, end)}`, { type: "company", name: { start: match.index, end } });
  }
  for (const match of text.matchAll(PERSON)) {
    const name = (match[1] ?? "").replace(/[.'’-]+$/, "");
    const start = match.index + match[0].indexOf(match[1] ?? "");
    // One word alone after a title is known only to who wrote it.
    if (!name.includes(" ")) continue;
    add(`person ${name}`, { type: "person", name: { start, end: start + name.length } });
  }
  for (const match of text.matchAll(MAILBOX)) {
    const [whole, name, email = ""] = match;
    const at = match.index + whole.lastIndexOf(email);
    taken.add(at);
    add(`mail ${email.toLowerCase()}`, {
      type: name === undefined ? "contact" : "person",
      ...(name !== undefined && { name: { start: match.index, end: match.index + name.length } }),
      email: { start: at, end: at + email.length },
    });
  }
  for (const match of text.matchAll(EMAIL)) {
    if (taken.has(match.index)) continue;
    const email = match[0];
    add(`mail ${email.toLowerCase()}`, {
      type: "contact",
      email: { start: match.index, end: match.index + email.length },
    });
  }
  return [...found.values()];
}
