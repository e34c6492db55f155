/** A stretch of time that a question names, and the words that name it. */
export interface AskedTime {
  readonly words: string;
  readonly from?: number;
  readonly until?: number;
}

const DAY_MS = 86_400_000;
const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december".split("|");
const SPANS_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const NUMBERS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 };

type Read = (now: Date, ...groups: string[]) => Omit<AskedTime, "words"> | undefined;

/** Words that mean another time whenever they are said. Dates that name themselves are weighed by the search. */
const READERS: readonly (readonly [RegExp, Read])[] = [
  [/\btoday\b/i, (now) => ({ from: dayStart(now) })],
  [/\byesterday\b/i, (now) => ({ from: dayStart(now) - DAY_MS, until: dayStart(now) - 1 })],
  [new RegExp(`\\blast (${MONTHS.join("|")})\\b`, "i"), (now, name = "") => lastMonthNamed(now, name)],
  [/\blast month\b/i, (now) => monthOf(now.getUTCFullYear(), now.getUTCMonth() - 1)],
  [/\bthis month\b/i, (now) => ({ from: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) })],
  [/\blast year\b/i, (now) => yearOf(now.getUTCFullYear() - 1)],
  [/\bthis year\b/i, (now) => ({ from: Date.UTC(now.getUTCFullYear(), 0, 1) })],
  [/\blast week\b/i, (now) => ({ from: weekStart(now) - 7 * DAY_MS, until: weekStart(now) - 1 })],
  [/\bthis week\b/i, (now) => ({ from: weekStart(now) })],
  [
    /\b(?:in|within|over|during) the (?:last|past) (\d{1,3}|one|two|three|four|five|six)? ?(day|week|month|year)s?\b/i,
    (now, count = "one", span = "day") => ({ from: now.getTime() - lengthMs(count, span) }),
  ],
  [
    /\b(\d{1,3}|an?|one|two|three|four|five|six) (day|week|month|year)s? ago\b/i,
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
  const number = NUMBERS[count.toLowerCase()] ?? (Number(count) || 1);
  return number * (SPANS_DAYS[span.toLowerCase()] ?? 1) * DAY_MS;
}

function dayStart(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
}

/** Weeks begin on Monday. */
function weekStart(now: Date): number {
  return dayStart(now) - ((now.getUTCDay() + 6) % 7) * DAY_MS;
}

/** The latest month of that name that has ended. */
function lastMonthNamed(now: Date, name: string) {
  const month = MONTHS.indexOf(name.toLowerCase());
  const year = now.getUTCFullYear() - (month < now.getUTCMonth() ? 0 : 1);
  return monthOf(year, month);
}

function monthOf(year: number, month: number) {
  return { from: Date.UTC(year, month, 1), until: Date.UTC(year, month + 1, 1) - 1 };
}

function yearOf(year: number) {
  return { from: Date.UTC(year, 0, 1), until: Date.UTC(year + 1, 0, 1) - 1 };
}
