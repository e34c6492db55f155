import type { Warning } from "../../model/identity/batch-warnings.ts";
import type { SourceText } from "../places.ts";
import { type Findings, type Said, say } from "./findings.ts";
import type { FoundAmount } from "./words/read-amount.ts";
import { datesIn, type FoundDate } from "./words/read-dates.ts";
import { behind, type LabelName, labelledAmount, labelledDate, labelledWords } from "./words/read-labels.ts";
import { EMAIL, isFirm, namesIn } from "./words/read-names.ts";

const BILL = /(?<!\p{L})(?:invoice|rechnung|facture|factura|fattura|factuur|fatura)(?!\p{L})|請求書|发票|發票/iu;
const RECEIPT =
  /(?<!\p{L})(?:receipt|quittung|kassenbon|kassenbeleg|reçu|recibo|ricevuta|scontrino|bon)(?!\p{L})|領収書|領収証|レシート|收据|小票/iu;
const NUMBER = /^[\s:：.#]*(?:(?:no|nr|number|n°)\.?\s*[:#]?\s*)?([\p{L}\p{N}][\p{L}\p{N}/._-]*)/iu;
/** Bills say what they are at their top. */
const HEAD_CHARS = 1500;
const ADDRESS_CHARS = 400;

/** Reads a bill; undefined where the text is none: it must say so, give its number and an amount. */
export function readInvoice(found: Findings, source: SourceText): number | undefined {
  const { text } = source;
  if (!BILL.test(text.slice(0, HEAD_CHARS))) return undefined;
  const number = numberBehind(source, "invoiceNumber", "invoice_number");
  const total = firstOf(text, ["amountDue", "grandTotal", "total"]);
  if (number === undefined || total === undefined) return undefined;
  const vendor = vendorOf(source);
  const customer = labelled(source, "customer", "customer_name");
  const subtotal = subtotalOf(text);
  const tax = labelledAmount(text, "tax");
  const row = found.add("invoice", [
    number,
    dated(found, source, "invoice_date", labelledDate(text, "issued") ?? firstDate(text)),
    amount(source, "amount_due", total),
    currency(source, total),
    dated(found, source, "date_due", labelledDate(text, "due")),
    vendor,
    customer,
    subtotal && amount(source, "subtotal", subtotal),
    tax && amount(source, "tax_amount", tax),
  ]);
  for (const party of [vendor, customer]) {
    if (party !== undefined) found.link("REFERS_TO", row, addParty(found, source, party));
  }
  return row;
}

/** Reads a till receipt: it says so at its top, and has a total and a day. */
export function readReceipt(found: Findings, source: SourceText): number | undefined {
  const { text } = source;
  if (!RECEIPT.test(text.slice(0, HEAD_CHARS))) return undefined;
  const total = firstOf(text, ["amountDue", "grandTotal", "total"]);
  const date = labelledDate(text, "issued") ?? firstDate(text);
  const merchant = labelled(source, "vendor", "merchant_name") ?? merchantOf(source);
  if (total === undefined || date === undefined || merchant === undefined) return undefined;
  const tax = labelledAmount(text, "tax");
  const row = found.add("receipt", [
    merchant,
    amount(source, "amount_total", total),
    currency(source, total),
    dated(found, source, "date_purchased", date),
    tax && amount(source, "tax_amount", tax),
    numberBehind(source, "receiptNumber", "receipt_number"),
  ]);
  found.link("REFERS_TO", row, addParty(found, source, merchant));
  return row;
}

function numberBehind(source: SourceText, label: LabelName, field: string): Said | undefined {
  for (const { lines } of behind(source.text, label)) {
    for (const { start, end } of lines) {
      const match = NUMBER.exec(source.text.slice(start, end));
      const [whole = "", number = ""] = match ?? [];
      if (!/\d/.test(number) || datesIn(number).length > 0) continue;
      const from = start + whole.length - number.length;
      return say(field, source, from, from + number.replace(/[._/-]+$/, "").length);
    }
  }
  return undefined;
}

function firstOf(text: string, labels: readonly LabelName[]): FoundAmount | undefined {
  for (const label of labels) {
    const found = labelledAmount(text, label);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Of several subtotals the last is of the whole bill. */
function subtotalOf(text: string): FoundAmount | undefined {
  return labelledAmount(text, "subtotal");
}

function firstDate(text: string): FoundDate | undefined {
  return datesIn(text.slice(0, HEAD_CHARS))[0];
}

function amount(source: SourceText, field: string, { start, end, value }: FoundAmount): Said | undefined {
  return say(field, source, start, end, value);
}

function currency(source: SourceText, { start, end, currency: code }: FoundAmount): Said | undefined {
  return code === undefined ? undefined : say("currency", source, start, end, code);
}

/** A day that may be either of two is kept as it is written: its field takes no such value, and a warning says why. */
export function dated(
  found: Findings,
  source: SourceText,
  field: string,
  date: FoundDate | undefined,
): Said | undefined {
  if (date === undefined) return undefined;
  if (date.day === undefined) found.warn(ambiguous(field));
  return say(field, source, date.start, date.end, date.day);
}

function ambiguous(field: string): Warning {
  const message = "A day may be read in two ways, and nothing in the file tells which. It is kept as it is written.";
  return { code: "AMBIGUOUS_DATE", message, details: { field } };
}

function labelled(source: SourceText, label: LabelName, field: string): Said | undefined {
  const words = labelledWords(source, label);
  return words && say(field, source, words.start, words.end);
}

/** Who gave a receipt: the first line that is a firm's name by its form, else the first that says more than what it is. */
function merchantOf(source: SourceText): Said | undefined {
  const lines = linesOf(source.text.slice(0, HEAD_CHARS)).filter(({ words }) => /\p{L}{2}/u.test(words));
  const line = lines.slice(0, 5).find(({ words }) => isFirm(words)) ?? lines.find(({ words }) => !RECEIPT.test(words));
  return line && say("merchant_name", source, line.start, line.start + line.words.length);
}

function linesOf(text: string): { readonly start: number; readonly words: string }[] {
  return Array.from(text.matchAll(/[^\r\n]+/g), ({ 0: line, index }) => ({
    start: index + line.length - line.trimStart().length,
    words: line.trim(),
  }));
}

/** The firm that stands at the head of a bill, above everything that has a label. */
function letterhead(source: SourceText): Said | undefined {
  for (const { start, words } of linesOf(source.text.slice(0, HEAD_CHARS)).slice(0, 3)) {
    if (isFirm(words)) return say("vendor_name", source, start, start + words.length);
  }
  return undefined;
}

/** Who sends the bill: as labelled, or the line that is written like the name of a site the bill gives. */
function vendorOf(source: SourceText): Said | undefined {
  const said = labelled(source, "vendor", "vendor_name");
  if (said !== undefined) return said;
  const { text } = source;
  const sites = Array.from(text.matchAll(/(?:https?:\/\/)?www\.([\p{L}\p{N}-]{2,63})\.\p{L}{2,}/giu), ([, name = ""]) =>
    letters(name),
  );
  for (let start = 0; start < text.length && sites.length > 0; ) {
    const end = text.indexOf("\n", start) === -1 ? text.length : text.indexOf("\n", start);
    if (sites.includes(letters(text.slice(start, end)))) return say("vendor_name", source, start, end);
    start = end + 1;
  }
  return letterhead(source);
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** A party of a bill, with the ways to reach it that stand right below its name. */
function addParty(found: Findings, source: SourceText, { value, places: [place] }: Said): number {
  const start = place?.end ?? 0;
  const near = source.text.slice(start, start + ADDRESS_CHARS);
  // The next party begins behind an empty line, or behind a line of its own label.
  const block = near.split(/\n\s*\n/, 1)[0] ?? "";
  const pick = (field: string, form: RegExp) => {
    const match = form.exec(block);
    return match === null ? undefined : say(field, source, start + match.index, start + match.index + match[0].length);
  };
  const email = pick("email", new RegExp(EMAIL.source));
  // Who is addressed as a person is one.
  const [person] = namesIn(String(value)).filter(({ type }) => type === "person");
  if (person?.name !== undefined && place !== undefined) {
    const from = place.start + person.name.start;
    return found.add("person", [say("name", source, from, from + person.name.end - person.name.start), email]);
  }
  return found.add("company", [
    { field: "name", value, places: place === undefined ? [] : [place] },
    email,
    pick("website", /https?:\/\/[^\s<>"]{3,200}/),
    pick("phone", /(?:\+\d{1,3}[\s-]?)?\(?\d{2,4}\)?[\s-]{1,2}\d{3,4}[\s-]?\d{3,4}(?!\d)/),
  ]);
}
