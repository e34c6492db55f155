/** A day in a text, and where it stands. Undefined `day`: it may be either of two, and nothing here tells which. */
export interface FoundDate {
  /** ISO 8601. */
  readonly day: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Which of two numbers before a year comes first. */
export type DayOrder = "day_first" | "month_first";

const MONTHS: readonly string[] = [
  "january|jan|januar|jänner|janvier|janv|enero|ene|gennaio|gen|januari|janeiro",
  "february|feb|februar|février|févr|fevrier|febrero|febbraio|februari|fevereiro|fev",
  "march|mar|märz|maerz|mrz|mars|marzo|maart|mrt|março|marco",
  "april|apr|avril|avr|abril|abr|aprile",
  "may|mai|mayo|maggio|mag|mei|maio",
  "june|jun|juni|juin|junio|giugno|giu|junho",
  "july|jul|juli|juillet|juil|julio|luglio|lug|julho",
  "august|aug|août|aout|agosto|ago|augustus",
  "september|sep|sept|septembre|septiembre|settembre|set|setembro",
  "october|oct|oktober|okt|octobre|octubre|ottobre|ott|outubro|out",
  "november|nov|novembre|noviembre|novembro",
  "december|dec|dezember|dez|décembre|déc|decembre|diciembre|dic|dicembre|dezembro",
];
const MONTH_BY_NAME = new Map(MONTHS.flatMap((names, month) => names.split("|").map((name) => [name, month + 1])));
const NAME = [...MONTH_BY_NAME.keys()].sort((a, b) => b.length - a.length).join("|");

const FORMS: readonly { readonly form: RegExp; readonly read: (parts: readonly string[], order?: DayOrder) => Day }[] =
  [
    { form: /\b(\d{4})-(\d{2})-(\d{2})(?!\d)/g, read: ([year, month, day]) => at(year, month, day) },
    { form: /\b(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b/g, read: ([year, month, day]) => at(year, month, day) },
    { form: /(?<!\d)(\d{4})年(\d{1,2})月(\d{1,2})日/g, read: ([year, month, day]) => at(year, month, day) },
    // A dot between the parts is written where the day comes first.
    { form: /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g, read: ([day, month, year]) => at(year, month, day) },
    { form: /\b(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b/g, read: slashed },
    {
      form: new RegExp(
        `\\b(\\d{1,2})(?:st|nd|rd|th|er|º|ª)?\\.? (?:de |of )?(${NAME})\\.?,? (?:de )?(\\d{4})\\b`,
        "giu",
      ),
      read: ([day, month, year]) => at(year, monthOf(month), day),
    },
    {
      form: new RegExp(`\\b(${NAME})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "giu"),
      read: ([month, day, year]) => at(year, monthOf(month), day),
    },
  ];

/** No day is written longer. */
const DAY_CHARS_MAX = 60;

type Day = string | "ambiguous" | undefined;

/**
 * Every day named in a text, in order. 03/04 may be April or March: other days of the same text that can only be read
 * one way decide for all of them, and where there is none it stays open.
 */
export function datesIn(text: string): FoundDate[] {
  const order = orderIn(text) ?? orderOfLanguage(text);
  const found: FoundDate[] = [];
  for (const { form, read } of FORMS) {
    for (const match of text.matchAll(form)) {
      const day = read(match.slice(1), order);
      if (day === undefined) continue;
      const start = match.index;
      found.push({ day: day === "ambiguous" ? undefined : day, start, end: start + match[0].length });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(({ start }, n) => n === 0 || start >= (found[n - 1]?.end ?? 0));
}

/** The day that words are, where they are nothing else: "ambiguous" where it may be either of two and no order is given. */
export function dayOf(words: string, order?: DayOrder): Day {
  if (words.length > DAY_CHARS_MAX) return undefined;
  for (const { form, read } of FORMS) {
    for (const match of words.matchAll(form)) {
      if (match[0].length === words.length) return read(match.slice(1), order);
    }
  }
  return undefined;
}

/** The order of the days of a text that can only be read one way; undefined where there are none, or of both kinds. */
export function orderIn(text: string): DayOrder | undefined {
  let [dayFirst, monthFirst] = [0, 0];
  for (const [, a, b] of text.matchAll(/\b(\d{1,2})[/-](\d{1,2})[/-]\d{4}\b/g)) {
    if (Number(a) > 12 && Number(b) <= 12) dayFirst += 1;
    if (Number(b) > 12 && Number(a) <= 12) monthFirst += 1;
  }
  if (dayFirst > 0 === monthFirst > 0) return undefined;
  return dayFirst > 0 ? "day_first" : "month_first";
}

/** Words of languages in which the day comes first, and of the one that is written both ways. */
const DAY_FIRST =
  /(?<!\p{L})(?:rechnung|rechnungsdatum|datum|betrag|gesamtbetrag|mwst|und|für|nicht|geehrte|facture|échéance|montant|tva|client|pour|avec|vous|est|cordialement|factura|fecha|vencimiento|cliente|importe|iva|para|los|fattura|scadenza|della|sono|per|factuur|vervaldatum|btw|voor|het|fatura|vencimento|não)(?!\p{L})/giu;
const ENGLISH = /(?<!\p{L})(?:the|and|invoice|receipt|due|tax|with)(?!\p{L})/iu;
const WORDS_LEAST = 2;

/** The order of days where a text is written in a language that has but one; undefined where it may be English. */
function orderOfLanguage(text: string): DayOrder | undefined {
  const looked = text.slice(0, LANGUAGE_CHARS);
  if (ENGLISH.test(looked)) return undefined;
  const words = new Set(Array.from(looked.matchAll(DAY_FIRST), ([word]) => word.toLowerCase()));
  return words.size >= WORDS_LEAST ? "day_first" : undefined;
}

const LANGUAGE_CHARS = 20_000;

function slashed([a = "", b = "", year = ""]: readonly string[], order?: DayOrder): Day {
  if (a === b) return at(year, b, a);
  if (Number(a) > 12) return at(year, b, a);
  if (Number(b) > 12) return at(year, a, b);
  if (order === undefined) return at(year, a, b) === undefined ? undefined : "ambiguous";
  return order === "day_first" ? at(year, b, a) : at(year, a, b);
}

function monthOf(name: string | undefined): string {
  return String(MONTH_BY_NAME.get((name ?? "").toLowerCase()) ?? 0);
}

/** The day, where there is one: no calendar has a 31 April. */
function at(year = "", month = "", day = ""): string | undefined {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${iso}T00:00:00.000Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso) ? undefined : iso;
}
