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
  "₹": "INR",
  "₩": "KRW",
  "₽": "RUB",
  "₺": "TRY",
  R$: "BRL",
  zł: "PLN",
  Kč: "CZK",
};
const CODES = "AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|RON|SEK|SGD|TRY|USD|ZAR";
const MONEY = `US\\$|CA\\$|AU\\$|[CAR]\\$|[$€£¥₹₩₽₺]|zł|Kč|(?:${CODES})(?![A-Za-z])`;
// Groups of three with one kind of mark between them, or plain digits; then cents.
const NUMBER = "\\d{1,3}(?:[.,'’\\u00a0\\u202f ]\\d{3}){1,5}(?:[.,]\\d{1,2})?|\\d{1,12}(?:[.,]\\d{1,4})?";
const SPACE = "[ \\u00a0]?";
// A sign before the number is its own; one behind it is too, unless another number follows that.
const AMOUNT = new RegExp(
  `(${MONEY})${SPACE}(-?(?:${NUMBER}))(?![\\d%])|(?<![\\p{L}\\d])(-?(?:${NUMBER}))(?![\\d%])(?:${SPACE}(${MONEY})(?!${SPACE}\\d))?`,
  "gu",
);

/** Every amount with a currency in a stretch of text. */
export function amountsIn(text: string, from = 0, to = text.length): FoundAmount[] {
  return numbersIn(text, from, to).filter(({ currency }) => currency !== undefined);
}

/** The same with bare numbers. */
export function numbersIn(text: string, from = 0, to = text.length): FoundAmount[] {
  const found: FoundAmount[] = [];
  for (const match of text.slice(from, to).matchAll(AMOUNT)) {
    const [whole, before, signed, bare = "", after] = match;
    const value = readAmount(signed ?? bare);
    if (value === undefined) continue;
    const start = from + match.index;
    const sign = before ?? after;
    found.push({
      value,
      currency: sign === undefined ? undefined : (SIGNS[sign] ?? sign),
      start,
      end: start + whole.length,
    });
  }
  return found;
}

/** A number as people write it: 1.234,56 and 1,234.56 and 1 234,56 and 1'234.56 are the same. */
function readAmount(written: string): number | undefined {
  const text = written.replace(/[\s'’\u00a0\u202f]/g, "");
  const comma = text.lastIndexOf(",");
  const dot = text.lastIndexOf(".");
  const mark = Math.max(comma, dot);
  let plain = text;
  if (mark !== -1) {
    const other = comma !== -1 && dot !== -1;
    const decimals = text.length - mark - 1;
    const single = text.indexOf(text[mark] ?? "") === mark;
    // Three digits behind the only mark are thousands: nobody writes a tenth of a cent on a bill.
    const isDecimal = single && (other || decimals !== 3);
    plain = isDecimal
      ? `${text.slice(0, mark).replace(/[.,]/g, "")}.${text.slice(mark + 1)}`
      : text.replace(/[.,]/g, "");
  }
  const value = Number(plain);
  return Number.isFinite(value) && plain.replace(/\D/g, "").length <= 15 ? value : undefined;
}
