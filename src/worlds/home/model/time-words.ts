/** A stretch of time that a question names, and the words that name it. */
export interface AskedTime {
  readonly words: string;
  readonly from?: number;
  readonly until?: number;
}

const DAY_MS = 86_400_000;
const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december".split("|");
const SPANS_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const DAYS = "sunday|monday|tuesday|wednesday|thursday|friday|saturday".split("|");
const SEASON_STARTS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
const SEASON = Object.keys(SEASON_STARTS).join("|");
const NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const COUNT = `\\d{1,3}|${NUMBER_WORDS.join("|")}|(?:a )?couple(?: of)?|(?:a )?few`;
/** "a few" is a guess, and what it names is read widely. */
const FEW = 3;

type Read = (now: Date, ...groups: string[]) => Omit<AskedTime, "words"> | undefined;

/** Words that mean another time whenever they are said. Dates that name themselves are weighed by the search. */
const READERS: readonly (readonly [RegExp, Read])[] = [
  [/\btoday\b/i, (now) => ({ from: dayStart(now) })],
  [/\b(?:this (?:morning|afternoon|evening)|tonight)\b/i, (now) => ({ from: dayStart(now) })],
  [/\bthe day before yesterday\b/i, (now) => dayAgo(now, 2)],
  [/\blast night\b/i, (now) => ({ from: dayStart(now) - DAY_MS / 4, until: dayStart(now) + DAY_MS / 4 - 1 })],
  [/\byesterday\b/i, (now) => dayAgo(now, 1)],
  [new RegExp(`\\blast (${DAYS.join("|")})\\b`, "i"), (now, name = "") => lastDayNamed(now, name)],
  [new RegExp(`\\blast (${SEASON})\\b`, "i"), (now, name = "") => lastSeason(now, name)],
  [new RegExp(`\\blast (${MONTHS.join("|")})\\b`, "i"), (now, name = "") => lastMonthNamed(now, name)],
  [/\blast month\b/i, (now) => monthOf(now.getUTCFullYear(), now.getUTCMonth() - 1)],
  [/\bthis month\b/i, (now) => ({ from: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) })],
  [/\blast year\b/i, (now) => yearOf(now.getUTCFullYear() - 1)],
  [/\bthis year\b/i, (now) => ({ from: Date.UTC(now.getUTCFullYear(), 0, 1) })],
  [/\blast week\b/i, (now) => ({ from: weekStart(now) - 7 * DAY_MS, until: weekStart(now) - 1 })],
  [/\bthis week\b/i, (now) => ({ from: weekStart(now) })],
  [
    new RegExp(`\\b(?:in|within|over|during) the (?:last|past) (?:(${COUNT}) )?(day|week|month|year)s?\\b`, "i"),
    (now, count = "one", span = "day") => ({ from: now.getTime() - lengthMs(count, span) }),
  ],
  [
    new RegExp(`\\b(${COUNT}|an?) (day|week|month|year)s? ago\\b`, "i"),
    (now, count = "1", span = "day") => {
      const middle = now.getTime() - lengthMs(count, span);
      const half = ((SPANS_DAYS[span.toLowerCase()] ?? 1) * DAY_MS) / 2;
      return { from: middle - half, until: middle + half };
    },
  ],
];

/** The time a question means by words such as "last March"; undefined where it has none. */
export function readTimeWords(question: string, nowMs: number): AskedTime | undefined {
  const now = new Date(nowMs);
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(question);
    const [words = "", ...groups] = found ?? [];
    const time = found && read(now, ...groups);
    if (time) return { words, ...time };
  }
  return undefined;
}

const NAMED = "(?:(?:in|on|during|since|from|around|of|by|throughout)(?: the)? )?";
const YEAR = "((?:19|20)\\d{2})";
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";

/** Dates that say their year. */
const NAMED_READERS: readonly (readonly [RegExp, (...groups: string[]) => Omit<AskedTime, "words">])[] = [
  [
    new RegExp(`${NAMED}\\b${YEAR}-(\\d{2})-(\\d{2})\\b`, "i"),
    (year = "", month = "", day = "") => dayOf(year, Number(month) - 1, day),
  ],
  [
    new RegExp(`${NAMED}\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? ${MONTH},? ${YEAR}\\b`, "i"),
    (day = "", month = "", year = "") => dayOf(year, monthNamed(month), day),
  ],
  [
    new RegExp(`${NAMED}\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}\\b`, "i"),
    (month = "", day = "", year = "") => dayOf(year, monthNamed(month), day),
  ],
  [
    new RegExp(`${NAMED}\\b${MONTH},?(?: of)? ${YEAR}\\b`, "i"),
    (month = "", year = "") => monthOf(Number(year), monthNamed(month)),
  ],
  [
    new RegExp(`${NAMED}\\b(${SEASON})(?: of)? ${YEAR}\\b`, "i"),
    (season = "", year = "") => monthsOf(Number(year), SEASON_STARTS[season.toLowerCase()] ?? 0, 3),
  ],
  [new RegExp(`\\b(?:in|during|throughout) ${YEAR}\\b`, "i"), (year = "") => yearOf(Number(year))],
];

/** The first date that a text names with its year; undefined where it has none. */
export function readNamedDate(text: string): AskedTime | undefined {
  for (const [pattern, read] of NAMED_READERS) {
    const [words, ...groups] = pattern.exec(text) ?? [];
    const time = words === undefined ? undefined : read(...groups);
    if (words !== undefined && time?.from !== undefined && !Number.isNaN(time.from)) return { words, ...time };
  }
  return undefined;
}

/** How it is asked for what was said or done, whatever it was. */
const SAYING =
  /\b(?:says?|said|talk(?:ed|ing)?|sp[eo]ak|spoke|spoken|discuss(?:ed)?|tell|told|mention(?:ed)?|happen(?:ed|s)?|remember(?:ed)?|learn(?:ed|t)?|going on|went on|went|new|things?|everything|anything|conversations?|summar(?:ise|ize|y)|recap|catch me up)\b/gi;

/** What a question asks besides its time and that something was said: "What did Ana say last March?" asks for Ana. */
export function withoutTime(question: string, { words }: AskedTime): string {
  return question.replace(words, " ").replaceAll(SAYING, " ");
}

const EVENT = /\b(before|after|since) ((?:we|I)(?:'d|'ve)? [^,.?!]{3,80})/i;

/** What a question puts before or after something that we did: when that was must be looked for. */
export function readEvent(
  question: string,
): { readonly words: string; readonly side: string; readonly what: string } | undefined {
  const found = EVENT.exec(question);
  if (found === null) return undefined;
  const [words, side = "", what = ""] = found;
  return { words, side: side.toLowerCase(), what };
}

function lengthMs(count: string, span: string): number {
  return numberOf(count.toLowerCase()) * (SPANS_DAYS[span.toLowerCase()] ?? 1) * DAY_MS;
}

function numberOf(count: string): number {
  if (count.includes("couple")) return 2;
  if (count.includes("few")) return FEW;
  const word = NUMBER_WORDS.indexOf(count);
  return word >= 0 ? word + 1 : Number(count) || 1;
}

function dayAgo(now: Date, days: number) {
  const from = dayStart(now) - days * DAY_MS;
  return { from, until: from + DAY_MS - 1 };
}

/** The latest day of that name before today. */
function lastDayNamed(now: Date, name: string) {
  const back = (now.getUTCDay() - DAYS.indexOf(name.toLowerCase()) + 7) % 7;
  return dayAgo(now, back === 0 ? 7 : back);
}

/** The latest season of that name that has ended; a winter belongs to the year it begins in. */
function lastSeason(now: Date, name: string) {
  const month = SEASON_STARTS[name.toLowerCase()] ?? 0;
  const thisYear = monthsOf(now.getUTCFullYear(), month, 3);
  return thisYear.until < now.getTime() ? thisYear : monthsOf(now.getUTCFullYear() - 1, month, 3);
}

function dayStart(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
}

/** Weeks begin on Monday. */
function weekStart(now: Date): number {
  return dayStart(now) - ((now.getUTCDay() + 6) % 7) * DAY_MS;
}

function dayOf(year: string, month: number, day: string) {
  const from = Date.UTC(Number(year), month, Number(day));
  return { from, until: from + DAY_MS - 1 };
}

function monthNamed(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3)));
}

/** The latest month of that name that has ended. */
function lastMonthNamed(now: Date, name: string) {
  const month = MONTHS.indexOf(name.toLowerCase());
  const year = now.getUTCFullYear() - (month < now.getUTCMonth() ? 0 : 1);
  return monthOf(year, month);
}

function monthOf(year: number, month: number) {
  return monthsOf(year, month, 1);
}

function monthsOf(year: number, month: number, count: number) {
  return { from: Date.UTC(year, month, 1), until: Date.UTC(year, month + count, 1) - 1 };
}

function yearOf(year: number) {
  return { from: Date.UTC(year, 0, 1), until: Date.UTC(year + 1, 0, 1) - 1 };
}
