/** Something that is not to be remembered, by its kind. */
export interface Withheld {
  readonly kind: string;
  readonly count: number;
}

type Check = (found: string) => boolean;

const KINDS: readonly (readonly [kind: string, pattern: RegExp, check?: Check])[] = [
  ["private_key", /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  ["api_key", /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[A-Za-z0-9_-]{20,}\b/g],
  ["api_key", /\bAKIA[0-9A-Z]{16}\b/g],
  ["api_key", /\bAIza[0-9A-Za-z_-]{35}\b/g],
  ["access_token", /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{22,}\b|\bglpat-[A-Za-z0-9_-]{20,}/g],
  ["access_token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}\b/g],
  ["access_token", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["access_token", /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g],
  ["access_token", /\bBearer\s+[A-Za-z0-9._~+/-]{20,}=*/g],
  // `AWS_SECRET_ACCESS_KEY=…`, as it stands in files of settings.
  [
    "api_key",
    /(?<label>\b[A-Z][A-Z0-9_]*(?:SECRET|PASSWORD|PASSWD|TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]*\s*[=:]\s*["']?)(?!\[withheld)(?<secret>[^\s"',;]{6,})/g,
  ],
  ["password", /(?<label>:\/\/[^\s/:@]{0,100}:)(?!\[withheld)(?<secret>[^\s/@]{1,200})(?=@)/g],
  [
    "password",
    /(?<label>(?<![\p{L}\p{N}])(?:pass(?:word|wd|phrase)|pass?wort|kennwort|mot de passe|contraseña|senha|wachtwoord|lösenord|hasło|пароль|密码|密碼|パスワード|비밀번호|secret|api[_-]?key|access[_-]?token)\s*(?:is|ist|est|es|=|:|：|は|是)\s*["']?)(?!\[withheld)(?<secret>[^\s"',;]{6,})/giu,
    (found) => /[\d\W_]/.test(found),
  ],
  // Digits in one stretch, with the spaces or dashes that cards are written with.
  ["card_number", /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d-])/g, isCardNumber],
];

/** A text without its secrets, and which there were. What takes the place of one says so. */
function withhold(text: string): { readonly text: string; readonly kinds: readonly string[] } {
  const kinds: string[] = [];
  let left = text;
  for (const [kind, pattern, check] of KINDS) {
    left = left.replace(pattern, (found, ...rest) => {
      const { label = "", secret = found } = namedIn(rest);
      if (check !== undefined && !check(secret)) return found;
      kinds.push(kind);
      return `${label}[withheld: ${kind}]`;
    });
  }
  return { text: left, kinds };
}

/** What a pattern told apart: the words before a secret stay, so that it is known what was held back. */
function namedIn(rest: readonly unknown[]): { label?: string; secret?: string } {
  const last = rest.at(-1);
  return typeof last === "object" && last !== null ? last : {};
}

/** Fields that are called a secret hold one, whatever it looks like. */
const SECRET_FIELD =
  /^(?:.*_)?(?:pass(?:word|wd|phrase|code)|pass?wort|kennwort|secret|secret_?key|api_?key|(?:access|auth|refresh)_?token|private_?key|cvv|cvc)$/i;

/** Whether the digits pass the check that the numbers of payment cards pass. */
function isCardNumber(found: string): boolean {
  const digits = [...found].filter((one) => one >= "0" && one <= "9").map(Number);
  if (digits.every((digit) => digit === digits[0])) return false;
  const sum = digits.reverse().reduce((total, digit, n) => {
    const twice = n % 2 === 0 ? digit : digit * 2;
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return sum % 10 === 0;
}

/** The same for every text within a value; names of fields stay. */
export function withholdWithin<Value>(value: Value, kinds: string[]): Value {
  if (typeof value === "string") {
    const { text, kinds: found } = withhold(value);
    kinds.push(...found);
    return text as Value;
  }
  if (Array.isArray(value)) return value.map((one) => withholdWithin(one, kinds)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => {
    const kept = withholdWithin(one, kinds);
    const isSecret = typeof one === "string" && one.trim() !== "" && kept === one && SECRET_FIELD.test(key);
    if (!isSecret) return [key, kept];
    kinds.push("password");
    return [key, "[withheld: password]"];
  });
  return Object.fromEntries(entries) as Value;
}

export function countKinds(kinds: readonly string[]): Withheld[] {
  const counted = Map.groupBy(kinds, (kind) => kind);
  return [...counted].map(([kind, all]) => ({ kind, count: all.length })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
