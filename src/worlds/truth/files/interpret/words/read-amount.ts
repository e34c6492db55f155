/** An amount in a text: the number, the currency where one is named, and where it stands. */
export interface FoundAmount {
  readonly value: number;
  readonly currency: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** A bare $ is the dollar most often meant; who means another writes it before the sign. */
const SIGNS: Readonly<Record<string, string>> = {
  $: "USD",
  US$: "USD",
  CA$: "CAD",
  C$: "CAD",
  A$: "AUD",
  AU$: "AUD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
  "￥": "JPY",
  円: "JPY",
  元: "CNY",
  원: "KRW",
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₺": "TRY",
  R$: "BRL",
  zł: "PLN",
  Kč: "CZK",
};
const CODES = "AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|RON|SEK|SGD|TRY|USD|ZAR";
const MONEY = `US\\$|CA\\$|AU\\$|[CAR]\\$|[$€£¥￥₹₩₽₺円元원]|zł|Kč|(?:${CODES})(?![A-Za-z])`;
// Groups of three with one kind of mark between them, or plain digits; then cents.
const NUMBER = "\\d{1,3}(?:[.,'’\\u00a0\\u202f ]\\d{3}){1,5}(?:[.,]\\d{1,2})?|\\d{1,12}(?:[.,]\\d{1,4})?";
const SPACE = "[ \\u00a0]?";
/** Tills set the currency apart from what they print at the edge. */
const WIDE = "[ \\u00a0\\t]{0,12}";
/** A letter that words are built of without spaces is no part of the number behind it. */
const JOINED = "(?<!\\d|(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}])\\p{L})";
// A sign before the number is its own; one behind it is too, unless another number follows that.
const AMOUNT = new RegExp(
  `(${MONEY})${WIDE}(-?(?:${NUMBER}))(?![\\d%])|${JOINED}(-?(?:${NUMBER}))(?![\\d%])(?:${SPACE}(${MONEY})(?!${SPACE}\\d))?`,
  "gu",
);

/** Characters that only Chinese is written with: the sign of the yen is that of the yuan there. */
const CHINESE = /[发购销额单价币这们]|RMB/;

/** Every amount with a currency in a stretch of text. */
export function amountsIn(text: string, from = 0, to = text.length): FoundAmount[] {
  return numbersIn(text, from, to).filter(({ currency }) => currency !== undefined);
}

/** The same with bare numbers. */
export function numbersIn(text: string, from = 0, to = text.length): FoundAmount[] {
  const found: FoundAmount[] = [];
  const isChinese = CHINESE.test(text);
  for (const match of text.slice(from, to).matchAll(AMOUNT)) {
    const [whole, before, signed, bare = "", after] = match;
    const value = readAmount(signed ?? bare);
    if (value === undefined) continue;
    const start = from + match.index;
    const sign = before ?? after;
    found.push({
      value,
      currency: sign === undefined ? undefined : isChinese && /[¥￥]/.test(sign) ? "CNY" : currencyNamed(sign),
      start,
      end: start + whole.length,
    });
  }
  return found;
}

/** Which mark stands before the decimals. */
export type DecimalMark = "decimal_comma" | "decimal_point";

// Groups of three with one kind of mark between them, or plain digits; another mark stands before the decimals.
const GROUPED = /^(\d{1,3})([.,'’ \u00a0\u202f])\d{3}((?:\2\d{3})*)(?:(?!\2)([.,])\d+)?$/;
const PLAIN = /^\d+(?:([.,])\d+)?$/;
/** What a double carries without loss. */
const DIGITS_MAX = 15;

/**
 * What digits tell of their own marks: "either" where three digits behind the only one may be thousands or decimals,
 * "none" where they have none, undefined where no number is written so.
 */
export function decimalMarkOf(digits: string): DecimalMark | "either" | "none" | undefined {
  const [whole, head = "", group = "", more, decimal] = GROUPED.exec(digits) ?? [];
  if (whole !== undefined) {
    if (decimal !== undefined) return markNamed(decimal);
    if (group !== "." && group !== ",") return "none";
    if (more !== "") return markNamed(group === "." ? "," : ".");
    return head.startsWith("0") ? markNamed(group) : "either";
  }
  const [plain, mark] = PLAIN.exec(digits) ?? [];
  if (plain === undefined) return undefined;
  return mark === undefined ? "none" : markNamed(mark);
}

function markNamed(mark: string): DecimalMark {
  return mark === "," ? "decimal_comma" : "decimal_point";
}

/** The number that digits are, with this mark before its decimals; undefined where they are none. */
export function readDigits(digits: string, mark: DecimalMark): number | undefined {
  const own = decimalMarkOf(digits);
  if (own === undefined || (own !== mark && own !== "either" && own !== "none")) return undefined;
  const plain =
    mark === "decimal_comma" ? digits.replace(/[^\d,]/g, "").replace(",", ".") : digits.replace(/[^\d.]/g, "");
  return plain.replace(/\D/g, "").length <= DIGITS_MAX ? Number(plain) : undefined;
}

/** A number as people write it: 1.234,56 and 1,234.56 and 1 234,56 and 1'234.56 are the same. */
function readAmount(written: string): number | undefined {
  const digits = written.replace(/^-/, "");
  const own = decimalMarkOf(digits);
  // Three digits behind the only mark are thousands: nobody writes a tenth of a cent on a bill.
  const thousands = digits.includes(",") ? "decimal_point" : "decimal_comma";
  const mark = own === "either" ? thousands : own === "none" ? "decimal_point" : own;
  const value = mark && readDigits(digits, mark);
  return value !== undefined && written !== digits ? -value : value;
}

/** An amount that is all a cell says: its digits, whether it is below zero, and its currency. */
export interface WrittenAmount {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly currency: string | undefined;
}

/** No amount is longer. */
const AMOUNT_CHARS_MAX = 100;
const AROUND: readonly { readonly form: RegExp; readonly kind: "minus" | "plus" | "money" }[] = [
  { form: /^\((?<rest>.*)\)$/s, kind: "minus" },
  { form: /^[-\u2212](?<rest>.*)$/s, kind: "minus" },
  { form: /^(?<rest>.*)[-\u2212]$/s, kind: "minus" },
  { form: /^\+(?<rest>.*)$/s, kind: "plus" },
  { form: new RegExp(`^(?<money>${MONEY})(?<rest>.*)$`, "su"), kind: "money" },
  { form: new RegExp(`^(?<rest>.*?)(?<money>${MONEY})$`, "su"), kind: "money" },
];

/** Reads a cell around its digits: -5, (5) and 5- are below zero, € 5 and 5 EUR are money. Undefined where more stands there. */
export function amountOf(words: string): WrittenAmount | undefined {
  if (words.length > AMOUNT_CHARS_MAX) return undefined;
  let digits = words.trim();
  let sign: "minus" | "plus" | undefined;
  let currency: string | undefined;
  while (!/^\d.*\d$|^\d$/s.test(digits)) {
    const found = AROUND.map(({ form, kind }) => ({ kind, groups: form.exec(digits)?.groups })).find(
      ({ groups }) => groups,
    );
    // One sign and one currency, each once: two of either say something else.
    if (found === undefined || (found.kind === "money" ? currency : sign) !== undefined) return undefined;
    if (found.kind === "money") currency = currencyNamed(found.groups?.money ?? "");
    else sign = found.kind;
    digits = found.groups?.rest?.trim() ?? "";
  }
  return { digits, isNegative: sign === "minus", currency };
}

/** The currency that a sign or a code stands for. */
export function currencyNamed(sign: string): string {
  return (Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : undefined) ?? sign;
}
