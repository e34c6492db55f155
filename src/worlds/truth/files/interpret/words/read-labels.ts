import type { SourceText } from "../../places.ts";
import { amountsIn, type FoundAmount, numbersIn } from "./read-amount.ts";
import { datesIn, type FoundDate } from "./read-dates.ts";

/** How bills name their parts, in the languages most of them are written in. Longer names come first. */
const LABELS = {
  invoiceNumber:
    "請求書番号|請求番号|发票号码|发票号|發票號碼|invoice (?:number|no|nr|num|#|id)|rechnungs(?:nummer|nr|-nr)|rechnung nr|numéro de facture|facture n[°o]|número de factura|factura n[°º.o]|numero fattura|fattura n[.°]|factuurnummer|factuurnr|número da fatura|fatura n[º.o]|invoice|rechnung|facture|factura|fattura|factuur|fatura",
  issued:
    "発行日|請求日|日付|開票日期|开票日期|日期|購入日|invoice date|date of issue|issue date|issued(?: on)?|rechnungsdatum|date de (?:la )?facture|date d['’]émission|fecha de (?:la )?factura|fecha de emisión|data fattura|data di emissione|factuurdatum|data da fatura|data de emissão|datum|date|fecha|data",
  due: "お支払い?期限|支払期限|支払期日|付款期限|付款截止日期|到期日|due date|payment due|due by|due on|pay by|fälligkeitsdatum|fällig (?:am|bis)|zahlbar bis|zu zahlen bis|date d['’]échéance|échéance|fecha de vencimiento|vencimiento|data di scadenza|scadenza|vervaldatum|te betalen voor|data de vencimento",
  amountDue:
    "ご請求金額|請求金額|お支払金額|价税合计|应付金额|應付金額|(?:total )?amount due|balance due|total due|total to pay|zu zahlender betrag|zahlbetrag|montant dû|net à payer|importe a pagar|total a pagar|totale da pagare|te betalen",
  grandTotal:
    "合計金額|総合計|总计|总金额|总额|grand total|invoice total|total amount|gesamtbetrag|rechnungsbetrag|gesamtsumme|endbetrag|total ttc|montant total|importe total|totale fattura|totaalbedrag|valor total",
  total: "合計|合计|total|gesamt|summe|totale|totaal",
  subtotal:
    "小計|小计|金额|税抜金額|sub-?total|net amount|untaxed amount|zwischensumme|nettobetrag|total ht|sous-total|base imponible|imponibile|subtotaal|subtotal",
  tax: "消費税|税额|增值税|(?:sales )?tax|vat|gst|mwst\\.?|ust\\.?|umsatzsteuer|tva|iva|btw",
  vendor:
    "销售方|卖方|発行者|供应商|vendor|seller|supplier|from|issued by|sold by|verkäufer|lieferant|vendeur|fournisseur|proveedor|vendedor|fornitore|leverancier",
  customer:
    "购买方|买方|客户|宛先|bill(?:ed)? to|customer|client|buyer|invoice to|sold to|kunde|rechnungsempfänger|facturé à|cliente|klant",
  receiptNumber:
    "receipt (?:number|no|nr|#|id)|receipt|領収書番号|レシート番号|bon-?nr|beleg-?nr|belegnummer|bonnummer|ticket n[°ºo]|recibo n[°ºo]|收据编号",
  effective: "effective(?: date| as of)?|dated(?: as of)?|entered into (?:as of|on)|gültig ab|en vigueur le|con efecto",
} as const;

export type LabelName = keyof typeof LABELS;

const PATTERNS = Object.fromEntries(
  Object.entries(LABELS).map(([name, words]) => [
    name,
    new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words})(?![\\p{L}])`, "giu"),
  ]),
) as Record<LabelName, RegExp>;

/** How far behind its label a value stands at most: the rest of the line, or the next one. */
const LINE_CHARS_MAX = 200;

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What stands behind each place where a label is written, on its line and then on the next. */
export function* behind(text: string, label: LabelName): Iterable<{ label: Stretch; lines: readonly Stretch[] }> {
  for (const match of text.matchAll(PATTERNS[label])) {
    const after = match.index + match[0].length;
    const end = lineEnd(text, after);
    const next = end + 1;
    yield {
      label: { start: match.index, end: after },
      lines: [
        { start: after, end },
        { start: next, end: lineEnd(text, next) },
      ],
    };
  }
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf("\n", from);
  return Math.min(at === -1 ? text.length : at, from + LINE_CHARS_MAX, text.length);
}

/** The first day that stands right behind a label. */
export function labelledDate(text: string, label: LabelName): FoundDate | undefined {
  const dates = datesIn(text);
  for (const { lines } of behind(text, label)) {
    for (const { start, end } of lines) {
      const found = dates.find((date) => date.start >= start && date.end <= end);
      // Between label and value there is nothing but a mark, or the label names something else.
      if (found !== undefined && isNear(text.slice(start, found.start))) return found;
    }
  }
  return undefined;
}

function isNear(between: string): boolean {
  return between.replace(/[\s:：.#-]/g, "").length <= 3;
}

/** The last amount on the line of a label, or the first on the next; the last place where the label stands counts. */
export function labelledAmount(text: string, label: LabelName): FoundAmount | undefined {
  let found: FoundAmount | undefined;
  for (const { lines } of behind(text, label)) {
    const [line, next] = lines.map(({ start, end }) => amountsOf(text, start, end));
    found =
      line?.at(-1) ?? (text.slice(lines[0]?.start, lines[0]?.end).trim().length <= 3 ? next?.[0] : undefined) ?? found;
  }
  return found;
}

/** Amounts with a currency; where a line has none, numbers with cents. */
function amountsOf(text: string, start: number, end: number): FoundAmount[] {
  const money = amountsIn(text, start, end);
  if (money.length > 0) return money;
  return numbersIn(text, start, end).filter((found) => /[.,]\d{2}$/.test(text.slice(found.start, found.end)));
}

/** What a label says in words: the rest of its line, else the next. */
export function labelledWords({ text }: SourceText, label: LabelName): Stretch | undefined {
  for (const { label: at, lines } of behind(text, label)) {
    const [line, next] = lines;
    if (line === undefined || next === undefined) continue;
    // A label of its own stands at the beginning of a line and ends with a colon, or fills the line.
    const begins = text.lastIndexOf("\n", at.start - 1) + 1 === at.start;
    const rest = text.slice(line.start, line.end);
    const colon = /^\s*[:：]\s*/.exec(rest);
    if (!begins || (colon === null && rest.trim() !== "")) continue;
    const start = line.start + (colon?.[0].length ?? 0);
    if (text.slice(start, line.end).trim() !== "") return { start, end: line.end };
    if (text.slice(next.start, next.end).trim() !== "") return next;
  }
  return undefined;
}
