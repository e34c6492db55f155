import { replaceCards } from "./card-numbers.ts";

type Check = (found: RegExpExecArray) => boolean;

interface Secret {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Whether what was found is one; without it, it always is. */
  readonly isOne?: Check;
}

const hasDigit = (text: string): boolean => /\d/.test(text);

/** Secrets that their own shape tells, most telling first: what one has taken, the next does not see. */
const BY_SHAPE: readonly Secret[] = [
  {
    kind: "private_key",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    kind: "bearer_token",
    pattern: /\b[Bb]earer\s+([A-Za-z0-9._~+/-]{8,}=*)/g,
    isOne: ([, value = ""]) => hasDigit(value) || value.length >= 20,
  },
  { kind: "bearer_token", pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g },
  {
    kind: "password",
    pattern: /\bBasic\s+([A-Za-z0-9+/]{8,}={0,2})/g,
    isOne: ([, value = ""]) => /[a-z]/.test(value) && /.[A-Z]/.test(value) && /[\d=]/.test(value),
  },
  {
    kind: "api_key",
    pattern:
      /\b(?:sk|pk|rk)[-_](?:(?:live|test|proj|ant|or|svcacct|admin)[-_][A-Za-z0-9_-]{10,}|(?=[A-Za-z]{0,64}\d)[A-Za-z0-9]{16,})\b/g,
  },
  {
    kind: "api_key",
    pattern:
      /\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}\b|\bgithub_pat_[A-Za-z0-9_]{20,}\b|\bxox[abeoprs][-.][A-Za-z0-9.-]{10,}|\bxapp-[A-Za-z0-9-]{10,}|\bAIza[0-9A-Za-z_-]{30,}|\bya29\.[0-9A-Za-z_-]{10,}|\bGOCSPX-[0-9A-Za-z_-]{20,}|\bglpat-[A-Za-z0-9_-]{16,}|\bnpm_[A-Za-z0-9]{36}\b|\bhf_[A-Za-z0-9]{30,}\b|\bwhsec_[A-Za-z0-9+/=]{16,}|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|\bdop_v1_[0-9a-f]{32,}\b|\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b|\bpypi-[A-Za-z0-9_-]{40,}|\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/g,
  },
  { kind: "api_key", pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{20,}/g },
  { kind: "password", pattern: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]+:[^\s/@]+@/gi },
  { kind: "password", pattern: /(?<=\bcurl\b[^\n]{0,200}\s(?:-u|--user)[ =])["']?[^\s:"']{1,64}:[^\s"']{3,}["']?/g },
  { kind: "ssn", pattern: /(?<!\d|\d-)(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?!-?\d)/g },
  {
    kind: "ssn",
    pattern: /(?<=\b(?:ssn|social[ -]security(?:[ -](?:number|no\.?))?)\b[^\d\n]{0,12})\d{3}[ .-]?\d{2}[ .-]?\d{4}\b/gi,
  },
];

/** What stands between a name and its value in prose, settings, code and JSON. */
const SAYS = String.raw`\\{0,3}["'\x60]?\s{0,3}(=>|:=|[:=：＝]|\b(?:is|ist|es|est|è|lautet)\b)\s{0,3}`;
const VALUE = String.raw`(\\{0,3}"[^"\n]{4,200}"|'[^'\n]{4,200}'|\x60[^\x60\n]{4,200}\x60|[^\s"'\x60,;，；]{4,})`;

/** A value that a name before it gives away; the name may be the last part of a longer one. */
const named = (names: string): RegExp => new RegExp(`(${names})${SAYS}${VALUE}`, "gi");

const BY_NAME: readonly Secret[] = [
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
    pattern: named(
      "password|passwd|pwd|passphrase|passcode|passwort|kennwort|contraseña|mot de passe|wachtwoord|senha|lösenord|hasło|пароль|密码|密碼|パスワード|비밀번호",
    ),
    isOne: (found) => isOwnName(found) && isTold(found),
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
  for (const { kind, pattern, isOne } of BY_NAME) {
    clean = replaceFound(clean, pattern, (one) => (isOne?.(one) === true ? inPlaceOf(one, take(kind)) : one[0]));
  }
  return { text: replaceCards(clean, () => take("credit_card")), found };
}

/** The kind in the place of name and value; where the name is quoted, as in JSON, of the value alone, quoted as it was. */
function inPlaceOf([all = "", name = "", , value = ""]: RegExpExecArray, kind: string): string {
  if (!/^\\{0,3}["'`]/.test(all.slice(name.length))) return kind;
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

/** How many of each kind some texts hold together. */
export function scrubbedFrom(texts: readonly string[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { found } of texts.map(scrub)) {
    for (const [kind, count] of Object.entries(found)) all[kind] = (all[kind] ?? 0) + count;
  }
  return all;
}
