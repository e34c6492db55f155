/** Secrets by kind, most telling first: what one has taken, the next does not see. */
const SECRETS: readonly (readonly [string, RegExp, ((found: string) => boolean)?])[] = [
  ["private_key", /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  ["bearer_token", /\b[Bb]earer\s+[A-Za-z0-9._~+/-]{8,}=*/g],
  ["bearer_token", /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
  [
    "api_key",
    /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}\b|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}\b|\bgithub_pat_[A-Za-z0-9_]{20,}\b|\bxox[abprs]-[A-Za-z0-9-]{10,}\b|\bAIza[0-9A-Za-z_-]{30,}\b|\bglpat-[A-Za-z0-9_-]{16,}\b/g,
  ],
  ["api_key", /\b(?:api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret)\s*[:=]\s*["']?[^\s"',;]{6,}["']?/gi],
  ["password", /\b(?:password|passwd|pwd|passphrase)\s*(?:[:=]|\bis\b)\s*["']?[^\s"',;]{4,}["']?/gi],
  ["password", /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/gi],
  ["ssn", /\b(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}\b/g],
  ["credit_card", /\b(?:\d[ -]?){12,18}\d\b/g, passesLuhn],
];

export interface Scrubbed {
  readonly text: string;
  /** How many of each kind were taken out; empty where there were none. */
  readonly found: Readonly<Record<string, number>>;
}

/** Takes keys, passwords, tokens, social-security and card numbers out of a text, and leaves their kind in their place. */
export function scrub(text: string): Scrubbed {
  const found: Record<string, number> = {};
  let clean = text;
  for (const [kind, pattern, isOne] of SECRETS) {
    clean = clean.replace(pattern, (match) => {
      if (isOne !== undefined && !isOne(match)) return match;
      found[kind] = (found[kind] ?? 0) + 1;
      return `[${kind}]`;
    });
  }
  return { text: clean, found };
}

/** The check digit that every card number carries. */
function passesLuhn(found: string): boolean {
  const digits = [...found.replace(/\D/g, "")].map(Number).reverse();
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? digit : digit * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
