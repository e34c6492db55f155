const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Any number this short comes back from a double with the digits it had. */
const SURE_CHARS = 15;
/** Where there is no such run of digits and no exponent, there is no number that a double would round. */
const UNSURE = /\d[\d.]{14}|\d[eE][+-]?\d/;
/** Longer than any number that a double could give back. */
const DIGITS_MAX = 400;

/** A number of a JSON text; the text itself where a double would not give its digits back. */
export function readNumber(token: string): number | string {
  const number = Number(token);
  if (token.length <= SURE_CHARS && !/[eE]/.test(token)) return number;
  if (token.length > DIGITS_MAX || !Number.isFinite(number)) return token;
  // An integer may be an id, and an id is its digits: 1e+21 is another.
  const same = /^-?\d+$/.test(token) ? String(number) === token : decimalOf(String(number)) === decimalOf(token);
  return same ? number : token;
}

/** Whether a JSON text may hold a number that is read as its text; false is sure. */
export function mayHoldLongNumber(text: string): boolean {
  return UNSURE.test(text);
}

/** Digits and power of ten: two texts of one number agree in it. */
function decimalOf(token: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
