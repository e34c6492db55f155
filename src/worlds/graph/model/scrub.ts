import { replaceCards } from "./card-numbers.ts";
import { BY_SHAPE, hasDigit, type Secret } from "./secret-shapes.ts";

/** What stands between a name and its value in prose, settings, code and JSON. */
const SAYS = String.raw`\\{0,3}["'\x60]?\s{0,3}(=>|→|:=|[:=：＝是は]|\b(?:is|ist|es|est|è|lautet)\b)\s{0,3}`;
const VALUE = String.raw`(\\{0,3}"[^"\n]{4,200}"|'[^'\n]{4,200}'|\x60[^\x60\n]{4,200}\x60|[^\s"'\x60,;，；]{4,})`;

/** A value that a name before it gives away; the name may be the last part of a longer one. */
const named = (names: string): RegExp => new RegExp(`(${names})${SAYS}${VALUE}`, "gi");

const PASSWORDS =
  "password|passwd|pwd|passphrase|passcode|passwort|kennwort|contraseña|mot de passe|wachtwoord|senha|lösenord|hasło|пароль|密码|密碼|パスワード|비밀번호";
/** What a password opens, between its name and itself. */
const OPENS = String.raw`\s(?:for|of|to|on|für|von|vom|zum|pour|du|de|del|para|do|da|per|voor|van)\s[^\n:=]{1,40}?`;

const BY_NAME: readonly (Secret & { readonly keepsName?: boolean })[] = [
  {
    kind: "api_key",
    pattern: named(
      "api[ _-]?key|(?:secret[ _-]?)?access[ _-]?key(?:[ _-]?id)?|secret[ _-]?key(?:[ _-]?base)?|account[ _-]?key|(?:encryption|signing|auth)[ _-]?key|(?:client|app|consumer)[ _-]?secret",
    ),
    isOne: (found) => valueIn(found).length >= 6 && isOwnName(found) && isTold(found),
  },
  {
    kind: "api_key",
    pattern: named("secret"),
    isOne: (found) => valueIn(found).length >= 8 && hasDigit(valueIn(found)) && isOwnName(found) && isTold(found),
  },
  {
    kind: "bearer_token",
    pattern: named("(?:(?:access|refresh|auth|session|bearer)[ _-]?)?token"),
    isOne: (found) =>
      valueIn(found).length >= 8 && hasDigit(valueIn(found).slice(0, 256)) && isOwnName(found) && isTold(found),
  },
  {
    kind: "password",
    pattern: named(PASSWORDS),
    isOne: (found) => isOwnName(found) && isTold(found),
  },
  {
    kind: "password",
    pattern: named(`(?:${PASSWORDS})${OPENS}`),
    // In prose much may stand there: a word without a digit is none.
    isOne: (found) => hasDigit(valueIn(found)) && isOwnName(found) && isTold(found),
    keepsName: true,
  },
  {
    kind: "password",
    pattern: named("pass|pw"),
    isOne: (found) =>
      isOwnName(found) && /[:=]/.test(found[2] ?? "") && /[a-z]\W*\d|\d\W*[a-z]/i.test(valueIn(found)) && isTold(found),
  },
];

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words that stand where a value would and are none. */
const TYPES = words(
  "required optional string number boolean bool object text varchar str undefined null none nil true false empty missing unknown hidden redacted invalid incorrect expired",
);
/** And what prose says of a secret. */
const SAID_OF_IT = words(
  "wrong correct valid weak strong short stored hashed salted encrypted needed changed reset sent kept shared being asked checked never always only also still already then that this what when where with from your their case-sensitive nicht falsch erforderlich leer forgotten known secret confidential protected managed available supported validated verified",
);

/** A name, a call or a placeholder: it says where the value comes from. */
const EXPRESSION =
  /^\$(?:[{(]|[A-Z_]+$)|^%[A-Z_]+%$|^<[^>]*>?$|^[{[*]|^[\w$.]+\(|^[A-Za-z_]+(?:\??\.[A-Za-z_]+)+$|^(?:process|env|os|config|req|self|this)[.[]/;

function valueIn(found: RegExpExecArray): string {
  return (found[3] ?? "").replace(/^\\{0,3}["'`]|\\{0,3}["'`]$/g, "");
}

/** Whether the name stands by itself or ends a longer one: not in the middle of a word. */
function isOwnName(found: RegExpExecArray): boolean {
  const before = found.input[found.index - 1] ?? " ";
  if (!/\p{Script=Latin}|\p{Script=Cyrillic}/u.test(before)) return true;
  return /\p{Ll}/u.test(before) && /^\p{Lu}/u.test(found[0]);
}

/** Whether the value is said here, and not only spoken of. */
function isTold(found: RegExpExecArray): boolean {
  const [, , sign = "", written = ""] = found;
  const value = valueIn(found).replace(/[.!?]+$/, "");
  const word = value.toLowerCase();
  // Where words of prose may follow as well, only what looks like no such word counts.
  if (/[是は]/.test(sign) && !/[A-Za-z0-9]/.test(value)) return false;
  if (sign === "→" && !hasDigit(value)) return false;
  if (value.length < 4 || TYPES.has(word) || (/\w/.test(sign) && SAID_OF_IT.has(word))) return false;
  return /^\\{0,3}["'`]/.test(written) || !EXPRESSION.test(value);
}

export interface Scrubbed {
  readonly text: string;
  /** How many of each kind were taken out; empty where there were none. */
  readonly found: Readonly<Record<string, number>>;
}

/** Takes keys, passwords, tokens, social-security and card numbers out of a text, and leaves their kind in their place. */
export function scrub(text: string): Scrubbed {
  const found: Record<string, number> = {};
  let clean = text;
  const take = (kind: string): string => {
    found[kind] = (found[kind] ?? 0) + 1;
    return `[${kind}]`;
  };
  for (const { kind, pattern, isOne } of BY_SHAPE) {
    clean = replaceFound(clean, pattern, (one) => (isOne === undefined || isOne(one) ? take(kind) : one[0]));
  }
  for (const { kind, pattern, isOne, keepsName } of BY_NAME) {
    const instead = (one: RegExpExecArray) => inPlaceOf(one, take(kind), keepsName);
    clean = replaceFound(clean, pattern, (one) => (isOne?.(one) === true ? instead(one) : one[0]));
  }
  return { text: replaceCards(clean, () => take("credit_card")), found };
}

/** The kind in the place of name and value; where the name is quoted, as in JSON, or is kept, of the value alone, quoted as it was. */
function inPlaceOf([all = "", name = "", , value = ""]: RegExpExecArray, kind: string, keepsName = false): string {
  if (!keepsName && !/^\\{0,3}["'`]/.test(all.slice(name.length))) return kind;
  const quote = /^\\{0,3}["'`]/.exec(value)?.[0] ?? "";
  return all.slice(0, all.length - value.length) + quote + kind + quote;
}

function replaceFound(text: string, pattern: RegExp, instead: (found: RegExpExecArray) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(end, found.index), instead(found));
    end = found.index + found[0].length;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(end);
}

/** Several texts without their secrets, and how many of each kind they held together. */
export function scrubAll(texts: readonly string[]): { texts: string[]; found: Record<string, number> } {
  const all: Record<string, number> = {};
  const clean = texts.map((text) => {
    const scrubbed = scrub(text);
    for (const [kind, count] of Object.entries(scrubbed.found)) all[kind] = (all[kind] ?? 0) + count;
    return scrubbed.text;
  });
  return { texts: clean, found: all };
}
